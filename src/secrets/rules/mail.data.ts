import type { FormatRule } from '../formats/formatRule.ts';

/** Mail providers. Patterns are written from the documentation that each rule links to. */
export const mailRules: readonly FormatRule[] = [
  {
    id: 'sendgrid-key',
    description: 'SendGrid API key',
    link: 'https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys',
    pattern: /SG\.[\w-]{22}\.[\w-]{43}/y,
  },
  {
    id: 'mailgun-key',
    description: 'Mailgun API key',
    link: 'https://documentation.mailgun.com/docs/mailgun/user-manual/api-key-mgmt/api-key-mgmt/',
    pattern: /key-[0-9a-f]{32}/y,
  },
  {
    id: 'mailgun-sending-key',
    description: 'Mailgun private or sending key',
    link: 'https://documentation.mailgun.com/docs/mailgun/user-manual/api-key-mgmt/api-key-mgmt/',
    near: [['key', 'token', 'secret', 'mailgun']],
    pattern: /[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}/y,
  },
  {
    id: 'mailchimp-key',
    description: 'Mailchimp API key',
    link: 'https://mailchimp.com/developer/marketing/docs/fundamentals/',
    keywords: ['-us1', '-us2', '-us3', '-us4', '-us5', '-us6', '-us7', '-us8', '-us9'],
    back: 32,
    pattern: /[0-9a-f]{32}-us\d{1,2}/y,
  },
  {
    id: 'mandrill-key',
    description: 'Mailchimp Transactional API key',
    link: 'https://mailchimp.com/developer/transactional/docs/fundamentals/',
    near: [['mandrill', 'mailchimp', 'key']],
    pattern: /md-[\w-]{22}/y,
  },
  {
    id: 'brevo-key',
    description: 'Brevo API or SMTP key',
    link: 'https://developers.brevo.com/docs/getting-started',
    pattern: /x(?:keysib|smtpsib)-[0-9a-f]{64}-[A-Za-z0-9]{16}/y,
  },
  {
    id: 'resend-key',
    description: 'Resend API key',
    link: 'https://resend.com/docs/dashboard/api-keys/introduction',
    pattern: /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,26}/y,
  },
  {
    id: 'mailersend-token',
    description: 'MailerSend API token',
    link: 'https://developers.mailersend.com/general.html#authentication',
    pattern: /mlsn\.[0-9a-f]{64}/y,
  },
  {
    id: 'sparkpost-key',
    description: 'SparkPost API key',
    link: 'https://developers.sparkpost.com/api/#header-authentication',
    near: [['sparkpost'], ['key']],
    pattern: /[0-9a-f]{40}/y,
  },
  {
    id: 'postmark-token',
    description: 'Postmark server token',
    link: 'https://postmarkapp.com/developer/api/overview',
    near: [['postmark'], ['token', 'key']],
    pattern: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/y,
  },
  {
    id: 'mailjet-secret',
    description: 'Mailjet secret key',
    link: 'https://dev.mailjet.com/email/guides/',
    near: [
      ['mailjet', 'mj_'],
      ['secret', 'key', 'private'],
    ],
    pattern: /[0-9a-f]{32}/y,
  },
  {
    id: 'klaviyo-key',
    description: 'Klaviyo private API key',
    link: 'https://developers.klaviyo.com/en/docs/authenticate_',
    near: [['klaviyo', 'private', 'key']],
    pattern: /pk_[0-9a-f]{34}/y,
  },
  {
    id: 'courier-token',
    description: 'Courier authorization token',
    link: 'https://www.courier.com/docs/reference/auth/intro',
    pattern: /pk_(?:prod|test)_[A-Z0-9]{28}/y,
  },
  {
    id: 'aws-ses-smtp-password',
    description: 'Amazon SES SMTP password',
    link: 'https://docs.aws.amazon.com/ses/latest/dg/smtp-credentials.html',
    near: [
      ['ses', 'smtp'],
      ['pass', 'secret'],
    ],
    pattern: /B[A-Za-z0-9+/]{43}/y,
  },
];
