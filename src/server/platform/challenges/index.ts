export { challengesModule, waitOf, type ChallengeIterations, type ChallengeRequest, type Challenges, type Wait } from './challenges.ts'
