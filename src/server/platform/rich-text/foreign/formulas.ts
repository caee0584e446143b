import { latexOfMathml, readWiris } from './mathml.ts'

type Attributes = Readonly<Record<string, string>>
type Formula = { name: string; attributes: Attributes; /** MathML, or the text of a script. */ source: string }

const latexOf = (text: string): string => text.replace(/^LaTeX:\s*/i, '').trim()

function ofMath({ attributes, source }: Formula): string | null {
  const { alttext = '' } = attributes
  // A text for those who do not see the formula is no LaTeX.
  if (alttext.includes('\\')) return latexOf(alttext)
  return latexOfMathml(source) ?? (latexOf(alttext) || null)
}

/** LaTeX of what other platforms show as a formula; null for what is none, or cannot be said in LaTeX. */
export function formulaOf(formula: Formula): string | null {
  const { name, attributes, source } = formula
  const { alt = '', title = '', class: classes = '', src = '' } = attributes
  if (name === 'script') return /math\/tex/i.test(attributes['type'] ?? '') ? source.trim() : null
  if (name === 'math') return ofMath(formula)
  const mathml = attributes['data-mathml'] ?? ''
  const ofPicture = mathml === '' ? null : latexOfMathml(readWiris(mathml))
  if (ofPicture) return ofPicture
  const written = attributes['data-equation-content'] ?? attributes['data-mathml-latex'] ?? ''
  const isFormula =
    written !== '' || /equation|latex|texrender|math/i.test(classes) || /equation_images\/|latex\.|\/tex\b/i.test(src)
  return isFormula && (written || alt || title) ? latexOf(written || alt || title) : null
}
