export { cleanText, editDistance, isLongWord, maxTypos, similarFrom, swapped } from './search-text.ts'
