export { figuresModule } from './figures.ts'
export {
  listFigureMonths,
  readDailyFigures,
  readFiguresBySubject,
  readTotalFigure,
  readTotalFigures,
  selectFiguresBySubject,
  selectTotalFigures,
  type Subjects,
} from './read-figures.ts'
export { daysOf, onDay, type FigureSource } from './source.ts'
export type { FigureKind } from './tables.ts'
export { addFigures } from './write-sums.ts'
