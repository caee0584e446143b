export { prepareEbook, storeEbook, type PreparedEbook } from './import-ebook.ts'
export { withEbookFolder } from './open-source.ts'
export { describeProblem, type Problem } from './problem.ts'
export { readEbookFolder } from './read-folder.ts'
