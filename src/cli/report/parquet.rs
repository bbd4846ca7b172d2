//! Rows of games as a Parquet file: the columns of the CSV, with types, and nothing where a game
//! that did not end has nothing to say.

use crate::runner::Row;
use crate::value::Seat;
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};
use std::sync::Arc;

/// One column, in the order of the rows.
enum Cells {
    Long(Vec<i64>),
    Text(Vec<ByteArray>),
    /// May be missing.
    Number(Vec<Option<i32>>),
}

struct Column {
    name: String,
    cells: Cells,
}

/// The bytes of the file; in words why there are none.
pub(crate) fn file(phases: &[String], rows: &[Row]) -> std::result::Result<Vec<u8>, String> {
    written(&columns(phases, rows)).map_err(|error| error.to_string())
}

fn columns(phases: &[String], rows: &[Row]) -> Vec<Column> {
    let long = |name: &str, of: fn(&Row) -> u64| Column {
        name: name.into(),
        cells: Cells::Long(
            rows.iter().map(|row| i64::try_from(of(row)).unwrap_or(i64::MAX)).collect(),
        ),
    };
    let text = |name: &str, of: fn(&Row) -> String| Column {
        name: name.into(),
        cells: Cells::Text(rows.iter().map(|row| ByteArray::from(of(row).into_bytes())).collect()),
    };
    let number = |name: String, of: &dyn Fn(&Row) -> Option<i32>| Column {
        name,
        cells: Cells::Number(rows.iter().map(of).collect()),
    };
    let small = |value: Option<&u32>| value.and_then(|&value| i32::try_from(value).ok());
    let winners = |row: &Row| row.winners.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    let most = |of: fn(&Row) -> usize| (0..rows.iter().map(of).max().unwrap_or(0)).map(Seat::new);
    let mut columns = vec![
        long("game", |row| row.game),
        long("seed", |row| row.seed),
        text("ended", |row| row.ended.into()),
        text("reason", |row| row.reason.clone()),
        text("winners", winners),
    ];
    columns.extend(most(|row| row.ranks.len()).map(|seat| {
        number(format!("rank.{}", seat.shown()), &|row| small(row.ranks.get(seat.index())))
    }));
    columns.extend(most(|row| row.scores.len()).map(|seat| {
        number(format!("score.{}", seat.shown()), &|row| row.scores.get(seat.index()).copied())
    }));
    columns.push(long("decisions", |row| row.decisions));
    let round =
        |(i, phase): (usize, &String)| number(phase.clone(), &|row| small(row.rounds.get(i)));
    columns.extend(phases.iter().enumerate().map(round));
    columns
}

fn written(columns: &[Column]) -> Result<Vec<u8>> {
    let fields = columns.iter().map(field).collect::<Result<Vec<TypePtr>>>()?;
    let schema = Arc::new(Type::group_type_builder("games").with_fields(fields).build()?);
    let properties = Arc::new(WriterProperties::builder().build());
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, properties)?;
    let mut group = writer.next_row_group()?;
    for column in columns {
        if let Some(mut to) = group.next_column()? {
            column.cells.write(&mut to)?;
            to.close()?;
        }
    }
    group.close()?;
    writer.into_inner()
}

fn field(column: &Column) -> Result<TypePtr> {
    let (physical, repetition, logical) = match &column.cells {
        Cells::Long(_) => (Physical::INT64, Repetition::REQUIRED, None),
        Cells::Text(_) => (Physical::BYTE_ARRAY, Repetition::REQUIRED, Some(LogicalType::String)),
        Cells::Number(_) => (Physical::INT32, Repetition::OPTIONAL, None),
    };
    let builder = Type::primitive_type_builder(&column.name, physical).with_repetition(repetition);
    Ok(Arc::new(builder.with_logical_type(logical).build()?))
}

impl Cells {
    fn write(&self, to: &mut SerializedColumnWriter<'_>) -> Result<()> {
        match self {
            Cells::Long(values) => to.typed::<Int64Type>().write_batch(values, None, None)?,
            Cells::Text(values) => to.typed::<ByteArrayType>().write_batch(values, None, None)?,
            Cells::Number(values) => {
                let there: Vec<i16> =
                    values.iter().map(|value| i16::from(value.is_some())).collect();
                let values: Vec<i32> = values.iter().flatten().copied().collect();
                to.typed::<Int32Type>().write_batch(&values, Some(&there), None)?
            }
        };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    fn row(game: u64, scores: &[i32]) -> Row {
        Row {
            game,
            seed: (1 << 53) - 1,
            ended: if scores.is_empty() { "timeout" } else { "over" },
            reason: "no cards left".into(),
            winners: vec![1, 3],
            ranks: scores.iter().map(|_| 1).collect(),
            scores: scores.to_vec(),
            decisions: 7,
            rounds: vec![4],
        }
    }

    #[test]
    fn what_was_written_is_read_again() {
        let bytes = file(&["round".into()], &[row(5, &[-3, 8]), row(6, &[])]).unwrap();
        let mut place = tempfile::tempfile().unwrap();
        std::io::Write::write_all(&mut place, &bytes).unwrap();
        let reader = SerializedFileReader::new(place).unwrap();
        let schema = reader.metadata().file_metadata().schema().get_fields();
        let names: Vec<&str> = schema.iter().map(|field| field.name()).collect();
        assert_eq!(
            names,
            [
                "game",
                "seed",
                "ended",
                "reason",
                "winners",
                "rank.1",
                "rank.2",
                "score.1",
                "score.2",
                "decisions",
                "round"
            ]
        );
        let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
        let long = |column| rows[0].get_long(column).unwrap();
        assert_eq!((long(0), long(1), long(9)), (5, (1 << 53) - 1, 7));
        assert_eq!(rows[0].get_string(4).unwrap(), "1 3");
        let int = |column| rows[0].get_int(column).unwrap();
        assert_eq!((int(7), int(8), int(10)), (-3, 8, 4));
        assert!(
            rows[1].get_string(2).is_ok_and(|ended| ended == "timeout")
                && rows[1].get_int(7).is_err()
        );
    }
}
