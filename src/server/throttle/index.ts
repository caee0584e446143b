export { throttleModule, type RateLimit, type Attempt, type Rejected, type Throttle } from './throttle.ts'
