export { findUrlProblem, systemNetwork, type Network } from './network.ts'
export { send, type Outcome } from './send.ts'
export { createCloudApi, WhatsAppRefusal, type WhatsAppProvider, type WhatsAppContent } from './cloud-api.ts'
export { hasValidSignature, readWebhook, verifyTokenOf, type DeliveryState } from './webhook.ts'
