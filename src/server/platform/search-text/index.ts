export {
  asOneWord,
  cleanText,
  editDistance,
  isLongWord,
  joinedWords,
  joiningSigns,
  maximumTypos,
  pairedWords,
  similarFrom,
  swapped,
} from './search-text.ts'
