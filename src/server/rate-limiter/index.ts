export { rateLimiterModule, type RateLimit, type Attempt, type Rejected, type RateLimiter } from './rate-limiter.ts'
