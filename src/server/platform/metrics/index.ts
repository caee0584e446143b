export { serveMetrics } from './serve-metrics.ts'
export { createMetrics, type Metrics } from './metrics.ts'
