import type { ExerciseLanguage } from './exercise-values.ts'

const call = /(?<![\w$.])tes\s*\(/g

/** How many promises the tests of an exercise make: calls of `tes(…)` outside comments and strings. */
export const countTests = (tests: string, language: ExerciseLanguage): number =>
  [...(language === 'python' ? withoutPythonTexts(tests) : withoutScriptTexts(tests)).matchAll(call)].length

/** Every kind of text is found by one expression from left to right, so that a quote in a comment opens nothing. */
const pythonTexts =
  /#[^\n]*|"""(?:[^\\]|\\[^])*?"""|'''(?:[^\\]|\\[^])*?'''|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'/g
const withoutPythonTexts = (code: string): string => code.replace(pythonTexts, "''")

/** A slash after one of these, or at the start, begins a regular expression. */
const beforeExpression = '(?<=(?:^|[(,=:[!&|?{};\\n])\\s*)'
const scriptTexts = new RegExp(
  [
    '//[^\\n]*',
    '/\\*[^]*?\\*/',
    '"(?:[^"\\\\\\n]|\\\\[^])*"',
    "'(?:[^'\\\\\\n]|\\\\[^])*'",
    '`(?:[^`\\\\]|\\\\[^])*`',
    `${beforeExpression}/(?![*/])(?:[^/\\\\\\n[]|\\\\.|\\[(?:[^\\]\\\\\\n]|\\\\.)*\\])+/`,
  ].join('|'),
  'g',
)
const withoutScriptTexts = (code: string): string => code.replace(scriptTexts, "''")
