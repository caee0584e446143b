export { findUrlProblem, systemNetwork, type Network } from './network.ts'
export { send, type Outcome } from './send.ts'
