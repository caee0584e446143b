export { createThrottle, type Allowance, type Claim, type Refused, type Throttle } from './throttle.ts'
