#![allow(clippy::disallowed_methods)]
use cardrun::game::*;
use cardrun::vm::*;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let n: u64 = std::env::args().nth(2).and_then(|s| s.parse().ok()).unwrap_or(1);
    let mut settings = Settings::default();
    for a in std::env::args().skip(3) { if let Some((k,v)) = a.split_once('=') { if k=="seats" {settings.seats=v.parse().ok()} else {settings.options.push((k.into(), v.into()));} } }
    let dir = std::path::Path::new(&path).parent().unwrap().to_path_buf();
    let read = |name: &str| std::fs::read(dir.join(name)).map_err(|e| e.to_string());
    let main = std::path::Path::new(&path).file_name().unwrap().to_str().unwrap().to_string();
    let t = std::time::Instant::now();
    let game = match Game::load(&main, &read, &settings) { Ok(g) => g, Err(p) => { println!("{p}"); for d in &p.list { if let Some(h)=&d.help {println!("  help {h}")} } std::process::exit(1) } };
    println!("loaded in {:?}", t.elapsed());
    print!("{}", game.problems());
    let p = game.program();
    println!("{} ops {} nums {} sets temps {} mem sets {} nums {} bytes {}", p.code.len(), p.terms.nums.len(), p.terms.sets.len(), p.temps, p.memory.sets, p.memory.nums, p.memory.bytes);
    let mut rt = Runtime::new(p, game.host());
    rt.knowing = std::env::var("KNOW").is_ok();
    let t = std::time::Instant::now();
    let mut g2 = Generator::new(99);
    let (mut dec, mut sc) = (0u64, 0f64);
    for k in 0..n {
        let mut ev: Vec<Event> = vec![];
        let (mut st, r) = if n==1 { rt.start(Generator::stream(7,k), &mut ev) } else { rt.start(Generator::stream(7,k), &mut Silent) };
        let mut r = r;
        loop {
            match r { Err(f) => { println!("fault {:?} {:?} {}", f.kind, p.sources.line_column(f.span), p.sources.text(f.span)); std::process::exit(3) }
                Ok(Stop::Over) => break,
                Ok(Stop::Decide(mask)) => { for s in 0..p.seats { if mask>>s&1==1 { 
                    while st.pending()>>s&1==1 {
                    let o = rt.options(&mut st, s).unwrap().to_vec(); if o.len()>1 {dec+=1;}
                    let c = o[g2.below(o.len() as u32) as usize];
                    if n==1 { println!("{} seat {} {:?} -> {}", p.sentence(rt.site(&st).unwrap().prompt), s+1, rt.labels(&st,s,&o), rt.labels(&st,s,&[c])[0]); }
                    rt.choose(&mut st, s, &c, &mut Silent).unwrap(); } } }
                    r = if n==1 { rt.run(&mut st, &mut ev) } else { rt.run(&mut st, &mut Silent) }; }
            }
            if n==1 { for e in ev.drain(..) { match e { Event::Move(m) => println!("   {} {} -> {} {}", p.cards[m.card as usize].name, p.instance_name(m.from), p.instance_name(m.to), m.face_up), e => println!("   {e:?}") } } }
        }
        let o = rt.outcome(&st).unwrap().unwrap();
        sc += o.scores.first().copied().unwrap_or(0) as f64;
        if n==1 { println!("{o:?}"); }
    }
    let el = t.elapsed();
    println!("{n} games {:?} {:.0}/s dec {:.2} mean {:.3}", el, n as f64/el.as_secs_f64(), dec as f64/n as f64, sc/n as f64);
}
