import type { FormatRules } from '../formats/formatRule.ts';

/** Payment providers. Patterns are written from the documentation that each rule links to. */
export const paymentRules: FormatRules = {
  'stripe-secret-key': {
    description: 'Stripe secret or restricted key',
    link: 'https://docs.stripe.com/keys',
    pattern: /[sr]k_(?:live|test|prod)_[A-Za-z0-9]{16,247}/y,
  },
  'stripe-webhook-secret': {
    description: 'Stripe webhook signing secret',
    link: 'https://docs.stripe.com/webhooks',
    pattern: /whsec_[A-Za-z0-9+/]{24,64}={0,2}/y,
  },
  'square-access-token': {
    description: 'Square access token',
    link: 'https://developer.squareup.com/docs/build-basics/access-tokens',
    keywords: ['EAAA', 'sq0atp-'],
    pattern: /(?:EAAA[\w-]{60}|sq0atp-[\w-]{22})/y,
  },
  'square-oauth-secret': {
    description: 'Square OAuth secret',
    link: 'https://developer.squareup.com/docs/oauth-api/overview',
    pattern: /sq0csp-[\w-]{43}/y,
  },
  'braintree-access-token': {
    description: 'Braintree access token',
    link: 'https://developer.paypal.com/braintree/docs/guides/extend/oauth/access-tokens',
    keywords: ['access_token$'],
    pattern: /access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}/y,
  },
  'flutterwave-secret-key': {
    description: 'Flutterwave secret key',
    link: 'https://developer.flutterwave.com/docs/authentication',
    pattern: /FLWSECK(?:_TEST)?-[0-9a-zA-Z]{12,36}(?:-X)?/y,
  },
  'razorpay-key-secret': {
    description: 'Razorpay API key secret',
    link: 'https://razorpay.com/docs/api/authentication/',
    near: [['razorpay'], ['secret']],
    pattern: /[A-Za-z0-9]{24}/y,
  },
  'plaid-access-token': {
    description: 'Plaid access token',
    link: 'https://plaid.com/docs/api/tokens/',
    keywords: ['access-'],
    pattern:
      /access-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/y,
  },
  'shopify-token': {
    description: 'Shopify access token or shared secret',
    link: 'https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens',
    pattern: /shp(?:at|ca|pa|ss|ua|tka)_[0-9a-fA-F]{32}/y,
  },
  'mollie-api-key': {
    description: 'Mollie API key',
    link: 'https://docs.mollie.com/docs/authentication',
    near: [['mollie'], ['key', 'token']],
    pattern: /(?:live|test)_[A-Za-z0-9]{30}/y,
  },
  'gocardless-token': {
    description: 'GoCardless access token',
    link: 'https://developer.gocardless.com/api-reference/',
    near: [['gocardless'], ['token', 'key']],
    pattern: /(?:live|sandbox)_[\w-]{40}/y,
  },
  'paddle-api-key': {
    description: 'Paddle API key',
    link: 'https://developer.paddle.com/api-reference/about/api-keys',
    keywords: ['pdl_'],
    pattern: /pdl_(?:live|sdbx)_apikey_[a-z0-9]{26}_[A-Za-z0-9]{22}_[A-Za-z0-9]{3}/y,
  },
  'easypost-key': {
    description: 'EasyPost API key',
    link: 'https://docs.easypost.com/docs/authentication',
    pattern: /EZ[AT]K[A-Za-z0-9]{54}/y,
  },
  'shippo-token': {
    description: 'Shippo API token',
    link: 'https://docs.goshippo.com/docs/guides_general/authentication/',
    keywords: ['shippo_'],
    pattern: /shippo_(?:live|test)_[0-9a-f]{40}/y,
  },
  'duffel-token': {
    description: 'Duffel access token',
    link: 'https://duffel.com/docs/api/overview/making-requests',
    keywords: ['duffel_'],
    pattern: /duffel_(?:live|test)_[\w-]{43}/y,
  },
  'xendit-key': {
    description: 'Xendit secret key',
    link: 'https://docs.xendit.co/docs/api-keys',
    keywords: ['xnd_'],
    pattern: /xnd_(?:production|development)_[A-Za-z0-9]{40,90}/y,
  },
  'mercado-pago-token': {
    description: 'Mercado Pago access token',
    link: 'https://www.mercadopago.com/developers/en/docs/your-integrations/credentials',
    pattern: /APP_USR-\d{16}-\d{6}-[0-9a-f]{32}-\d{8,10}/y,
  },
  'midtrans-server-key': {
    description: 'Midtrans server key',
    link: 'https://docs.midtrans.com/docs/access-keys',
    keywords: ['Mid-server-'],
    pattern: /(?:SB-)?Mid-server-[\w-]{24}/y,
  },
  'paystack-secret-key': {
    description: 'Paystack secret key',
    link: 'https://paystack.com/docs/api/authentication/',
    near: [['paystack'], ['key', 'secret']],
    pattern: /sk_(?:live|test)_[0-9a-f]{40}/y,
  },
  'adyen-api-key': {
    description: 'Adyen API key',
    link: 'https://docs.adyen.com/development-resources/api-credentials/',
    pattern: /AQE[A-Za-z0-9+/]{30,220}-[A-Za-z0-9+/]{40,50}=-[A-Za-z0-9<>()[\]{}^$*~!@#%&;:,.?|`+-]{12,20}/y,
  },
  'lob-api-key': {
    description: 'Lob API key',
    link: 'https://docs.lob.com/',
    near: [['lob'], ['key', 'secret']],
    pattern: /(?:live|test)_[0-9a-f]{35}/y,
  },
  'finicity-token': {
    description: 'Finicity app key',
    link: 'https://developer.mastercard.com/open-finance-us/documentation/',
    near: [['finicity'], ['key', 'token', 'secret']],
    pattern: /[0-9a-f]{32}/y,
  },
  'omise-secret-key': {
    description: 'Omise secret key',
    link: 'https://docs.omise.co/api-authentication',
    pattern: /skey_(?:test_)?[0-9a-z]{19}/y,
  },
  'woocommerce-secret': {
    description: 'WooCommerce consumer secret',
    link: 'https://woocommerce.github.io/woocommerce-rest-api-docs/#authentication',
    pattern: /cs_[0-9a-f]{40}/y,
  },
  'stripe-organization-key': {
    description: 'Stripe organization API key',
    link: 'https://docs.stripe.com/keys/organization-api-keys',
    pattern: /sk_org_(?:(?:live|test)_)?[A-Za-z0-9]{24,300}/y,
  },
  'polar-token': {
    description: 'Polar access token or client secret',
    link: 'https://polar.sh/docs/integrate/oat',
    keywords: [
      'polar_oat_',
      'polar_pat_',
      'polar_at_u_',
      'polar_at_o_',
      'polar_rt_u_',
      'polar_rt_o_',
      'polar_cs_',
      'polar_crt_',
      'polar_whs_',
    ],
    pattern: /polar_(?:[op]at|[ar]t_[uo]|cs|crt|whs)_[\w-]{43}/y,
  },
  'onfido-token': {
    description: 'Onfido API token',
    link: 'https://documentation.onfido.com/getting-started/authentication/',
    keywords: [
      'api_live.',
      'api_live_us.',
      'api_live_ca.',
      'api_sandbox.',
      'api_sandbox_us.',
      'api_sandbox_ca.',
    ],
    pattern: /api_(?:live|sandbox)(?:_(?:us|ca))?\.[\w-]{8,20}\.[\w-]{24,64}/y,
  },
};
