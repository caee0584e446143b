export {
  rateLimiterModule,
  type Allowed,
  type RateLimit,
  type RateLimitKey,
  type RateLimiter,
  type Rejected,
} from './rate-limiter.ts'
