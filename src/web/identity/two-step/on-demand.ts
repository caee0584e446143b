// Loaded on demand, as one file, because every page lists the files that it may load.
export { signInWithPasskey } from './passkey.ts'
export { SecondStepForm } from './second-step-form.tsx'
export { StepUpDialog } from './step-up-dialog.tsx'
export { tellEphemeral } from './tell-ephemeral.ts'
