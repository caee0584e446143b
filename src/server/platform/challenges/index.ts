export { challengesModule, mustWait, waitOf, type ChallengeIterations, type ChallengeRequest, type Challenges, type MustWait, type Wait } from './challenges.ts'
