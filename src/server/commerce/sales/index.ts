export { readRunningSales, salesTag } from './running-sales.ts'
export { percentOff, salePriceOf, type SalePrice } from './sale-price.ts'
export { scheduledSales, type SaleRow } from './tables.ts'
