export { challengesModule, mustWait, type ChallengeIterations, type Challenges, type MustWait } from './challenges.ts'
