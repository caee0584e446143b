export { createCommerce, type Commerce } from './commerce.ts'
export { createMidtransProvider } from './midtrans.ts'
export { type PaymentProvider } from './payment-provider.ts'
export { createCommerceRoutes } from './routes.ts'
