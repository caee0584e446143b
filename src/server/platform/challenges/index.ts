export {
  challengesModule,
  mustWait,
  type ChallengeIterations,
  type ChallengeRequest,
  type Challenges,
  type MustWait,
  type Wait,
} from './challenges.ts'
