// Frames around a part of a formula, and how LaTeX says them.

const command =
  (name: string) =>
  (latex: string): string =>
    `\\${name}{${latex}}`
/** Names of MathML, which the `\enclose` of MathJax takes as they are. */
const asNamed = (notation: string): ((latex: string) => string) => command(`enclose{${notation}}`)

/** From the innermost to the outermost. */
const frames: Readonly<Record<string, (latex: string) => string>> = {
  updiagonalstrike: command('cancel'),
  downdiagonalstrike: command('bcancel'),
  horizontalstrike: asNamed('horizontalstrike'),
  verticalstrike: asNamed('verticalstrike'),
  updiagonalarrow: asNamed('updiagonalarrow'),
  northeastarrow: asNamed('updiagonalarrow'),
  radical: command('sqrt'),
  longdiv: asNamed('longdiv'),
  phasorangle: asNamed('phasorangle'),
  top: command('overline'),
  bottom: command('underline'),
  left: (latex) => `\\left| ${latex} \\right.`,
  right: (latex) => `\\left. ${latex} \\right|`,
  box: command('boxed'),
  roundedbox: asNamed('roundedbox'),
  circle: asNamed('circle'),
}
/** One name for several, longer ones before their parts. */
const together: readonly (readonly [names: readonly string[], frame: (latex: string) => string])[] = [
  [['updiagonalstrike', 'downdiagonalstrike'], command('xcancel')],
  [['top', 'bottom', 'left', 'right'], command('boxed')],
  [['left', 'right'], (latex) => `\\left| ${latex} \\right|`],
]
const parts: Readonly<Record<string, readonly string[]>> = {
  actuarial: ['top', 'right'],
  madruwb: ['bottom', 'right'],
}

/** LaTeX within what the attribute `notation` names. A name that is not known draws nothing. */
export function framed(latex: string, notation: string): string {
  const left = new Set(
    notation
      .toLowerCase()
      .split(/\s+/)
      .flatMap((name) => parts[name] ?? name),
  )
  let shown = latex
  for (const [names, frame] of together) {
    if (!names.every((name) => left.has(name))) continue
    for (const name of names) left.delete(name)
    shown = frame(shown)
  }
  for (const [name, frame] of Object.entries(frames)) if (left.has(name)) shown = frame(shown)
  return shown
}
