export { courseFiguresModule } from './course-figures.ts'
export { courseFiguresDomain } from './domain.ts'
