import type { FormatExamples } from './formatExamples.ts';

/** How tokens of src/secrets/rules/mail.data.ts look, written apart from their patterns. */
export const mailExamples: readonly FormatExamples[] = [
  { rule: 'sendgrid-key', form: 'SG.{w:22}.{w:43}' },
  { rule: 'mailgun-key', form: 'key-{hex:32}' },
  { rule: 'mailgun-sending-key', form: 'MAILGUN_API_KEY={hex:32}-{hex:8}-{hex:8}' },
  { rule: 'mailchimp-key', form: '{hex:32}-us1{d:1}', misses: ['short', 'placeholder', 'glued'] },
  { rule: 'mandrill-key', form: 'MANDRILL_API_KEY=md-{w:22}' },
  { rule: 'brevo-key', form: 'xkeysib-{hex:64}-{an:16}' },
  { rule: 'resend-key', form: 're_{an:8}_{an:24}' },
  { rule: 'mailersend-token', form: 'mlsn.{hex:64}' },
  { rule: 'sparkpost-key', form: 'SPARKPOST_API_KEY={hex:40}' },
  { rule: 'postmark-token', form: 'POSTMARK_SERVER_TOKEN={uuid}' },
  { rule: 'mailjet-secret', form: 'MAILJET_SECRET_KEY={hex:32}' },
  { rule: 'klaviyo-key', form: 'KLAVIYO_API_KEY=pk_{hex:34}' },
  { rule: 'courier-token', form: 'pk_prod_{AN:28}' },
  { rule: 'aws-ses-smtp-password', form: 'SES_SMTP_PASSWORD=B{b64:43}' },
];
