import { twoStepContract } from './two-step.ts'

/** Endpoints of account security, for visitors too. The browser loads them with the forms that use them. */
export const securityContract = { twoStep: twoStepContract }
