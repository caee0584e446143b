export {
  cleanText,
  editDistance,
  isLongWord,
  joinedWords,
  joiningSigns,
  maximumTypos,
  similarFrom,
  swapped,
} from './search-text.ts'
