export { answerMetrics } from './answer-metrics.ts'
export { createMetrics, type Metrics } from './metrics.ts'
