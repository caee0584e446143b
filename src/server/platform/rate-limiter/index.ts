export { rateLimiterModule, type RateLimit, type RateLimitKey, type Rejected, type RateLimiter } from './rate-limiter.ts'
