/** Compiles pages with Typst. The same pages give the same bytes: no clock, no system font and nothing random goes in. */
import { NodeCompiler, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler';
import type { Fonts } from './fonts.ts';
import type { Pages } from './pages.ts';

/** Tags make pages accessible to screen readers but take ten times the bytes of the figures, so long tables have none. */
const MAX_TAGGED_CELLS = 20_000;

/** @throws Error with the compiler's message, which depends on the template and the fonts, never on the data. */
export function compilePages(pages: Pages, { regular, bold }: Fonts): Uint8Array {
  const compiler = NodeCompiler.create({
    fontArgs: [{ fontBlobs: [regular, bold].map(({ bytes }) => Buffer.from(bytes)) }],
  });
  try {
    const compiled = compiler.compile({ mainFileContent: pageTemplate, inputs: { pages: JSON.stringify(pages) } });
    if (!compiled.result) throw new Error(JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics ?? []));
    return compiler.pdf(compiled.result, {
      // An archive's file needs a date, and data that are not as of a single moment have none.
      pdfStandard: pages.date === null ? PdfStandard.V_1_7 : PdfStandard.A_3b,
      pdfTags: countCells(pages) <= MAX_TAGGED_CELLS,
    });
  } finally {
    // The compiler's cache would stay as long as the program runs.
    compiler.evictCache(0);
  }
}

function countCells({ parts }: Pages): number {
  return parts
    .flatMap(({ blocks }) => blocks)
    .reduce((total, { rows, widths }) => total + rows.length * widths.length, 0);
}

/** The Typst template of a page. Never assembled from data: everything it prints comes in as JSON and stays text. */
export const pageTemplate = String.raw`
#let data = json(bytes(sys.inputs.pages))
#let ink = rgb("#16191d")
#let quiet = rgb("#4a525c")
#let hairline = 0.4pt + rgb("#d3d8df")
#let line-strong = 0.8pt + rgb("#16191d")
#let band = rgb("#eef1f5")
#let warning = rgb("#8a3b00")

#let date = if data.date == none { none } else {
  let (year, month, day, hour, minute, second) = data.date
  datetime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
}
#set document(title: data.named, date: date)
#set text(
  font: data.family, stretch: 75%, fallback: false, size: 8pt, fill: ink,
  lang: "en", hyphenate: false, ligatures: false, overhang: false,
)
#set par(leading: 0.5em, spacing: 0.8em)

#let letter = data.letter
/// The figures carried over from one page to the next, in the columns of the table.
#let carry-row(found, label) = block(width: 100%, above: 0pt, below: 0pt, {
  let (cells, widths, span, figures, size) = found
  set text(size: size * 1pt, fill: ink, weight: "bold")
  grid(
    columns: widths.map(width => width * 1pt), inset: (x: data.inset * 1pt, y: 2.6pt),
    grid.cell(colspan: calc.max(1, span), label),
    ..range(calc.max(1, span), cells.len()).map(at => align(if figures.at(at) { right } else { left }, cells.at(at))),
  )
})
/// A page ends within the lines if there are rows before and after its end.
#let carry-over(label) = if letter != none {
  let before = query(selector(<carried>).before(here()))
  let after = query(selector(<carried>).after(here()))
  if before.len() > 0 and after.len() > 0 and before.last().value.at(0) != none {
    carry-row(before.last().value, label)
  }
}

#let page-number() = {
  let now = str(counter(page).get().first())
  let all = str(counter(page).final().first())
  data.words.page.replace("{page}", now).replace("{pages}", all)
}
#set page(
  width: data.paper.width * 1pt, height: data.paper.height * 1pt,
  margin: (
    x: data.paper.margin * 1pt,
    top: if letter == none { 48pt } else { 64pt }, bottom: if letter == none { 50pt } else { 68pt },
  ),
  header-ascent: if letter == none { 10pt } else { 4pt }, footer-descent: if letter == none { 12pt } else { 4pt },
  header: context if counter(page).get().first() > 1 {
    set text(fill: quiet)
    if letter == none { grid(columns: (1fr, auto), column-gutter: 12pt, data.title, data.period) } else {
      grid(
        columns: (1fr, auto), column-gutter: 12pt,
        letter.heading + [ ] + letter.number, data.period,
      )
      box(height: 18pt, width: 100%, align(bottom, carry-over(letter.words.brought)))
    }
  },
  footer: context {
    set text(fill: quiet)
    if letter != none { box(height: 20pt, width: 100%, align(top, carry-over(letter.words.carried))) }
    line(length: 100%, stroke: hairline)
    v(-0.4em)
    grid(
      columns: (1fr, auto), column-gutter: 12pt,
      if letter != none and data.complete { letter.receiver.first() } else if data.complete { data.seal } else { text(fill: warning, weight: "bold", data.seal) },
      page-number(),
    )
  },
)
#show heading: set block(above: 1.4em, below: 0.7em, sticky: true)
#show heading: set text(size: 9.5pt, weight: "bold")
#show heading.where(level: 1): set text(size: 16pt)

#pdf.attach(
  "manifest.json", bytes(data.facts),
  relationship: "data", mime-type: "application/json", description: data.words.attachment,
)

#let letterhead() = {
  set par(leading: 0.55em)
  if letter.sender != none {
    grid(
      columns: (1fr, auto), column-gutter: 24pt,
      if letter.sender.logo != none {
        let logo = letter.sender.logo
        box(width: 180pt, height: 48pt, align(left + top, image(
          bytes(logo.bytes), format: logo.format, alt: logo.alternative, width: 100%, height: 100%, fit: "contain",
        )))
      },
      align(right, {
        text(size: 10pt, weight: "bold", letter.sender.name)
        for line in letter.sender.lines { linebreak() + text(fill: quiet, line) }
      }),
    )
    v(18pt)
  }
  grid(
    columns: (1fr, auto), column-gutter: 24pt,
    {
      if letter.from != "" { text(size: 6pt, fill: quiet, letter.from) + v(2pt) }
      set text(size: 9.5pt)
      for (at, line) in letter.receiver.enumerate() {
        if at > 0 { linebreak() }
        if at == 0 { text(weight: "bold", line) } else { line }
      }
    },
    grid(
      columns: (auto, auto), column-gutter: 12pt, row-gutter: 0.6em,
      ..letter.facts.map(((label, value)) => (text(fill: quiet, label), text(value))).flatten(),
    ),
  )
  v(18pt)
  heading(level: 1, letter.heading)
  if not data.complete { text(fill: warning, weight: "bold", data.seal) }
  v(0.2em)
}

#if letter != none { letterhead() } else [
  #if data.firm != "" { text(size: 9.5pt, weight: "bold", data.firm) }
  #heading(level: 1, data.heading)
  #text(size: 9.5pt, data.period) \
  #text(fill: if data.complete { quiet } else { warning }, weight: if data.complete { "regular" } else { "bold" }, data.seal)
  #v(0.6em)
]

/// Rows of a statement carry the sum of the lines before them; the label of a sum spans the columns before the first figure.
#let stated(row, block, size) = {
  let mark = [#metadata((row.carried, block.widths, block.span, block.figures, size)) <carried>]
  let cells = if row.label == none { row.cells } else {
    let weight = if row.level == "difference" { "regular" } else { "bold" }
    (text(weight: weight, row.label), ..row.cells.slice(calc.max(1, block.span)).map(cell => text(weight: weight, cell)))
  }
  let look = if row.level == "subtotal" { (fill: band) } else if row.level == "total" {
    (stroke: (x: none, top: line-strong, bottom: line-strong))
  } else { (:) }
  cells.enumerate().map(((at, cell)) => table.cell(
    colspan: if at == 0 and row.label != none { calc.max(1, block.span) } else { 1 },
    align: if at == 0 and row.label != none { left } else { auto },
    ..look, if at == 0 { mark + cell } else { cell },
  ))
}
#let headed(row, block) = table.header(
  level: 2, table.cell(colspan: block.widths.len(), inset: (x: data.inset * 1pt, top: 8pt, bottom: 2.6pt), text(weight: "bold", size: 9pt, row.label)),
)

#let styled(row) = if row.level == "line" {
  row.cells
} else if row.level == "difference" {
  row.cells.map(cell => text(fill: quiet, cell))
} else if row.level == "subtotal" {
  row.cells.map(cell => table.cell(fill: band, text(weight: "bold", cell)))
} else {
  row.cells.map(cell => table.cell(stroke: (x: none, top: line-strong, bottom: line-strong), text(weight: "bold", cell)))
}

#let stripes(colour, ground) = tiling(size: (3pt, 3pt), {
  place(rect(width: 3pt, height: 3pt, fill: ground))
  place(line(start: (0pt, 3pt), end: (3pt, 0pt), stroke: 0.8pt + colour))
})
#let filled(name, filling) = {
  let colour = rgb(name)
  if filling == "stripes" { stripes(white, colour) }
  else if filling == "lines" { tiling(size: (3pt, 3pt), {
    place(rect(width: 3pt, height: 3pt, fill: colour))
    place(line(start: (0pt, 1.5pt), end: (3pt, 1.5pt), stroke: 0.7pt + white))
  }) }
  else if filling == "dots" { tiling(size: (3pt, 3pt), {
    place(rect(width: 3pt, height: 3pt, fill: colour))
    place(dx: 0.9pt, dy: 0.9pt, circle(radius: 0.6pt, fill: white))
  }) }
  else if filling == "soFar" { stripes(colour, white) }
  else if filling == "missing" { stripes(colour, white) }
  else { colour }
}
#let edge(mark) = if mark.filling == "soFar" or mark.filling == "missing" { 0.5pt + rgb(mark.colour) } else { none }
#let at-points(points, draw) = {
  let left = calc.min(..points.map(point => point.at(0)))
  let top = calc.min(..points.map(point => point.at(1)))
  place(dx: left * 1pt, dy: top * 1pt, draw(points.map(((x, y)) => ((x - left) * 1pt, (y - top) * 1pt))))
}
#let drawn(mark) = if mark.kind == "rect" {
  place(dx: mark.x * 1pt, dy: mark.y * 1pt, rect(
    width: mark.width * 1pt, height: mark.height * 1pt, fill: filled(mark.colour, mark.filling), stroke: edge(mark),
  ))
} else if mark.kind == "text" {
  place(dx: mark.x * 1pt, dy: mark.y * 1pt, text(
    size: mark.size * 1pt, fill: rgb(mark.colour), weight: if mark.isBold { "bold" } else { "regular" },
    top-edge: "baseline", bottom-edge: "baseline", box(mark.text),
  ))
} else if mark.kind == "line" {
  let stroke = (paint: rgb(mark.colour), thickness: mark.width * 1pt, join: "round",
    dash: if mark.dash.len() == 0 { none } else { mark.dash.map(length => length * 1pt) })
  at-points(mark.points, points => curve(
    stroke: stroke, curve.move(points.first()), ..points.slice(1).map(point => curve.line(point)),
  ))
} else {
  at-points(mark.points, points => polygon(fill: filled(mark.colour, mark.filling), ..points))
}

#let told(notes) = list(marker: [–], indent: 0pt, body-indent: 6pt, spacing: 0.6em, ..notes.map(note => text(note)))

#let place-blocks(part) = for (index, block) in part.blocks.enumerate() {
  if index > 0 { pagebreak() }
  if block.caption != "" { text(fill: quiet, block.caption) }
  set text(size: part.typeSize * 1pt)
  table(
    columns: block.widths.map(width => width * 1pt),
    align: (column, row) => (if block.figures.at(column) { right } else { left }) + (if row == 0 { bottom } else { top }),
    inset: (x: data.inset * 1pt, y: 2.6pt),
    stroke: (x: none, top: none, bottom: hairline),
    table.header(
      ..block.head.map(head => table.cell(stroke: (x: none, top: none, bottom: line-strong), text(weight: "bold", head))),
    ),
    ..if letter == none or block.span == 0 { block.rows.map(styled).flatten() } else {
      block.rows.map(row => if row.level == "group" { headed(row, block) } else { stated(row, block, part.typeSize) }).flatten()
    },
  )
}

#for part in data.parts {
  if part.title != "" { heading(level: 2, part.title) }
  for remark in part.remarks { block(sticky: true, text(fill: quiet, remark)) }
  for drawing in part.drawings {
    block(width: drawing.width * 1pt, height: drawing.height * 1pt, breakable: false, above: 0.6em, below: 0.6em,
      for mark in drawing.marks { drawn(mark) })
  }
  for note in part.chartNotes { block(text(fill: quiet, note)) }
  if part.drawings.len() > 0 { v(0.6em) }
  place-blocks(part)
  if part.empty != "" { part.empty }
  if part.notes.len() > 0 { told(part.notes) }
}

#if data.notes.len() > 0 {
  heading(level: 2, data.words.notes)
  told(data.notes)
}

#if data.sections.len() > 0 {
  // A client reads lines and sums, so the basis of the file is in small type below them.
  set text(size: if letter == none { 8pt } else { 6pt })
  if letter == none { heading(level: 2, data.words.about) } else { v(1.5em) + text(weight: "bold", data.words.about) + v(0.3em) }
  let say(section) = {
    block(breakable: false, below: 1em, {
      text(weight: "bold", section.title)
      v(-0.2em)
      grid(
        columns: (data.factLabel * 1pt, 1fr), column-gutter: 12pt, row-gutter: 0.55em,
        ..section.facts.map(((label, value)) => (text(fill: quiet, label), text(value))).flatten(),
      )
    })
  }
  // Side by side, so that no facts are alone on a last page.
  let half = calc.ceil(data.sections.len() / 2)
  grid(
    columns: (1fr, 1fr), column-gutter: 24pt,
    for section in data.sections.slice(0, half) { say(section) },
    for section in data.sections.slice(half) { say(section) },
  )
}

#if data.signature != none {
  block(breakable: false, above: 2em, width: 100%, {
    heading(level: 2, data.signature.title)
    v(0.4em)
    grid(
      columns: (1fr, 1fr), column-gutter: 36pt,
      ..data.signature.sides.map(side => {
        text(weight: "bold", side)
        for label in data.signature.lines {
          v(if label == data.signature.lines.last() { 22pt } else { 10pt })
          grid(columns: (60pt, 1fr), align: bottom, text(fill: quiet, label), line(length: 100%, stroke: 0.6pt + ink))
        }
      }),
    )
  })
}
`;
