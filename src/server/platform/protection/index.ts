export { challengesModule, mustWait, type ChallengeIterations, type Challenges, type MustWait } from './challenges.ts'
export { createSecret, type Secret } from './secrets.ts'
export {
  rateLimiterModule,
  type Allowed,
  type RateLimit,
  type RateLimitKey,
  type RateLimiter,
  type Rejected,
} from './rate-limiter.ts'
