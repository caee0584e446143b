export { codePainter, deleteOldColours, storedPainter } from './stored-colours.ts'
