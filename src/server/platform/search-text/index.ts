export { cleanText, editDistance, isLongWord, maximumTypos, similarFrom, swapped } from './search-text.ts'
