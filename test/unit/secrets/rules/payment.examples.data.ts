import type { FormatExamples } from './formatExamples.ts';

/** How tokens of src/secrets/rules/payment.data.ts look, written apart from their patterns. */
export const paymentExamples: readonly FormatExamples[] = [
  { rule: 'stripe-secret-key', form: 'sk_live_{an:24}' },
  { rule: 'stripe-webhook-secret', form: 'whsec_{an:32}' },
  { rule: 'square-access-token', form: 'sq0atp-{w:22}' },
  { rule: 'square-oauth-secret', form: 'sq0csp-{w:43}' },
  { rule: 'braintree-access-token', form: 'access_token$production${lan:16}${hex:32}' },
  { rule: 'flutterwave-secret-key', form: 'FLWSECK_TEST-{hex:32}-X' },
  { rule: 'razorpay-key-secret', form: 'RAZORPAY_KEY_SECRET={an:24}' },
  { rule: 'plaid-access-token', form: 'access-production-{uuid}' },
  { rule: 'shopify-token', form: 'shpat_{hex:32}' },
  { rule: 'mollie-api-key', form: 'mollie_api_key: "live_{an:30}"' },
  { rule: 'gocardless-token', form: 'GOCARDLESS_ACCESS_TOKEN=live_{w:40}' },
  { rule: 'paddle-api-key', form: 'pdl_live_apikey_{lan:26}_{an:22}_{an:3}' },
  { rule: 'easypost-key', form: 'EZAK{an:54}' },
  { rule: 'shippo-token', form: 'shippo_live_{hex:40}' },
  { rule: 'duffel-token', form: 'duffel_live_{w:43}' },
  { rule: 'xendit-key', form: 'xnd_production_{an:60}' },
  { rule: 'mercado-pago-token', form: 'APP_USR-{d:16}-{d:6}-{hex:32}-{d:9}' },
  { rule: 'midtrans-server-key', form: 'Mid-server-{w:24}' },
  { rule: 'paystack-secret-key', form: 'PAYSTACK_SECRET_KEY=sk_live_{hex:40}' },
  { rule: 'adyen-api-key', form: 'AQE{b64:100}-{b64:43}=-{an:16}' },
  { rule: 'lob-api-key', form: 'LOB_API_KEY=live_{hex:35}' },
  { rule: 'finicity-token', form: 'FINICITY_APP_KEY={hex:32}' },
  { rule: 'omise-secret-key', form: 'skey_{lan:19}' },
  { rule: 'woocommerce-secret', form: 'cs_{hex:40}' },
];
