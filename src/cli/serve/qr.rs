//! Links as pictures for cameras.

use qrcode::QrCode;
use qrcode::render::svg;

/// Letters of a link that is drawn.
const LONGEST: usize = 512;

/// Pixels of the picture, at least.
const SIZE: u32 = 240;

/// A link as a picture, in SVG; `None` where it is too long.
pub(crate) fn drawn(link: &str) -> Option<String> {
    let code = Some(link).filter(|link| link.len() <= LONGEST).map(QrCode::new)?.ok()?;
    Some(code.render::<svg::Color<'_>>().min_dimensions(SIZE, SIZE).build())
}
