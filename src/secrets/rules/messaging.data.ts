import type { FormatRules } from '../formats/formatRule.ts';

/** Messaging, telephony, mail and social platforms. Patterns are written from the documentation that each rule links to. */
export const messagingRules: FormatRules = {
  'slack-token': {
    description: 'Slack bot, user or workspace token',
    link: 'https://api.slack.com/concepts/token-types',
    keywords: ['xoxa-', 'xoxb-', 'xoxc-', 'xoxd-', 'xoxe-', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-', 'xoxt-'],
    pattern: /xox[abceoprstd]-(?:\d-)?[\w%-]{24,250}/y,
    check: 'hasDigits',
  },
  'slack-app-token': {
    description: 'Slack app-level token',
    link: 'https://api.slack.com/concepts/token-types',
    pattern: /xapp-\d-[A-Z0-9]{8,14}-\d{10,16}-[0-9a-f]{64}/y,
  },
  'slack-rotating-token': {
    description: 'Slack rotating token',
    link: 'https://api.slack.com/authentication/rotation',
    keywords: ['xoxe.xox'],
    pattern: /xoxe\.xox[bp]-\d-[A-Za-z0-9]{140,240}/y,
  },
  'slack-webhook': {
    description: 'Slack incoming webhook',
    link: 'https://api.slack.com/messaging/webhooks',
    keywords: ['hooks.slack.com/'],
    pattern:
      /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Z0-9]{8,14}\/[A-Z0-9]{8,16}\/[A-Za-z0-9/]{20,60}/y,
  },
  'discord-bot-token': {
    description: 'Discord bot token',
    link: 'https://discord.com/developers/docs/reference#authentication',
    near: [['token', 'discord', 'bot', 'secret']],
    pattern: /[MNO][A-Za-z0-9]{23,27}\.[\w-]{6}\.[\w-]{27,40}/y,
  },
  'discord-webhook': {
    description: 'Discord webhook',
    link: 'https://discord.com/developers/docs/resources/webhook',
    keywords: ['discord.com/api/webhooks/', 'discordapp.com/api/webhooks/'],
    pattern: /discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,72}/y,
  },
  'telegram-bot-token': {
    description: 'Telegram bot token',
    link: 'https://core.telegram.org/bots/api#authorizing-your-bot',
    keywords: [':AA'],
    back: 10,
    pattern: /\d{8,10}:AA[\w-]{33}/y,
  },
  'telegram-bot-address': {
    description: 'Telegram bot token in an address',
    link: 'https://core.telegram.org/bots/api#making-requests',
    keywords: ['/bot'],
    skip: 4,
    pattern: /\d{8,10}:AA[\w-]{33}/y,
  },
  'twilio-api-key': {
    description: 'Twilio API key',
    link: 'https://www.twilio.com/docs/iam/api-keys',
    pattern: /SK[0-9a-f]{32}/y,
  },
  'twilio-auth-token': {
    description: 'Twilio auth token',
    link: 'https://www.twilio.com/docs/iam/access-tokens',
    near: [['twilio'], ['token', 'secret', 'auth']],
    pattern: /[0-9a-f]{32}/y,
  },
  'vonage-api-secret': {
    description: 'Vonage API secret',
    link: 'https://developer.vonage.com/en/account/secret-management',
    near: [['vonage', 'nexmo'], ['secret']],
    pattern: /[A-Za-z0-9]{16}/y,
  },
  'plivo-auth-token': {
    description: 'Plivo auth token',
    link: 'https://www.plivo.com/docs/account/api/request/',
    near: [['plivo'], ['token']],
    pattern: /[A-Za-z0-9]{40}/y,
  },
  'messagebird-key': {
    description: 'MessageBird access key',
    link: 'https://developers.messagebird.com/api/',
    near: [
      ['messagebird', 'bird_'],
      ['key', 'token'],
    ],
    pattern: /(?:live_)?[A-Za-z0-9]{25}/y,
  },
  'teams-webhook': {
    description: 'Microsoft Teams incoming webhook',
    link: 'https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook',
    keywords: ['webhook.office.com/'],
    pattern: /webhook\.office\.com\/webhookb2\/[0-9a-f@-]{73}\/IncomingWebhook\/[0-9a-f]{32}\/[0-9a-f-]{36}/y,
  },
  'google-chat-webhook': {
    description: 'Google Chat webhook',
    link: 'https://developers.google.com/workspace/chat/quickstart/webhooks',
    keywords: ['chat.googleapis.com/'],
    pattern: /chat\.googleapis\.com\/v1\/spaces\/[\w-]{8,16}\/messages\?key=[\w-]{39}&token=[\w%-]{40,60}/y,
  },
  'facebook-access-token': {
    description: 'Facebook access token',
    link: 'https://developers.facebook.com/docs/facebook-login/guides/access-tokens/',
    pattern: /EAA[A-Za-z0-9]{80,400}/y,
  },
  'facebook-app-secret': {
    description: 'Facebook app secret',
    link: 'https://developers.facebook.com/docs/facebook-login/security/',
    near: [['facebook', 'fb_', 'meta_'], ['secret']],
    pattern: /[0-9a-f]{32}/y,
  },
  'twitter-bearer-token': {
    description: 'X (Twitter) bearer token',
    link: 'https://docs.x.com/resources/fundamentals/authentication/overview',
    keywords: ['AAAAAAAAAAAAAAAAAAAA'],
    pattern: /A{20,22}(?!A)[A-Za-z0-9%]{60,120}/y,
  },
  'twitter-access-token': {
    description: 'X (Twitter) access token',
    link: 'https://docs.x.com/resources/fundamentals/authentication/overview',
    near: [['twitter', 'accesstoken', 'x_'], ['token']],
    pattern: /\d{15,20}-[A-Za-z0-9]{40}/y,
  },
  'linkedin-client-secret': {
    description: 'LinkedIn client secret',
    link: 'https://learn.microsoft.com/linkedin/shared/authentication/client-credentials-flow',
    near: [['linkedin'], ['secret']],
    pattern: /(?:WPL_AP1\.)?[\w.]{16}(?:\.[A-Za-z0-9+/=]{8,12})?/y,
  },
  'onesignal-key': {
    description: 'OneSignal REST API key',
    link: 'https://documentation.onesignal.com/docs/keys-and-ids',
    keywords: ['os_v2_'],
    pattern: /os_v2_(?:app|org)_[a-z0-9]{100,110}/y,
  },
  'firebase-server-key': {
    description: 'Firebase Cloud Messaging server key',
    link: 'https://firebase.google.com/docs/cloud-messaging',
    pattern: /AAAA[\w-]{7}:[\w-]{140}/y,
  },
  'intercom-token': {
    description: 'Intercom access token',
    link: 'https://developers.intercom.com/docs/build-an-integration/learn-more/authentication',
    pattern: /dG9rOj[A-Za-z0-9+/]{50,60}={0,2}/y,
  },
  'zendesk-token': {
    description: 'Zendesk API token',
    link: 'https://developer.zendesk.com/api-reference/introduction/security-and-auth/',
    near: [['zendesk'], ['token', 'key', 'secret']],
    pattern: /[A-Za-z0-9]{40}/y,
  },
  'pusher-secret': {
    description: 'Pusher app secret',
    link: 'https://pusher.com/docs/channels/library_auth_reference/rest-api/',
    near: [['pusher'], ['secret']],
    pattern: /[0-9a-f]{20}/y,
  },
  'ably-key': {
    description: 'Ably API key',
    link: 'https://ably.com/docs/auth/basic',
    near: [['ably', 'key']],
    pattern: /[\w-]{6}\.[\w-]{6}:[\w-]{43}/y,
  },
  'zoom-client-secret': {
    description: 'Zoom client secret',
    link: 'https://developers.zoom.us/docs/internal-apps/s2s-oauth/',
    near: [['zoom'], ['secret']],
    pattern: /[A-Za-z0-9]{32}/y,
  },
  'mattermost-token': {
    description: 'Mattermost access token',
    link: 'https://developers.mattermost.com/integrate/reference/personal-access-token/',
    near: [['mattermost'], ['token']],
    pattern: /[a-z0-9]{26}/y,
  },
  'dingtalk-webhook': {
    description: 'DingTalk robot access token',
    link: 'https://open.dingtalk.com/document/orgapp/custom-robot-access',
    keywords: ['oapi.dingtalk.com/'],
    pattern: /oapi\.dingtalk\.com\/robot\/send\?access_token=[0-9a-f]{64}/y,
  },
  'feishu-webhook': {
    description: 'Lark or Feishu bot webhook',
    link: 'https://open.larksuite.com/document/client-docs/bot-v3/add-custom-bot',
    keywords: ['open.feishu.cn/', 'open.larksuite.com/'],
    pattern: /open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook\/[0-9a-f-]{36}/y,
  },
  'pubnub-secret-key': {
    description: 'PubNub secret key',
    link: 'https://www.pubnub.com/docs/general/setup/account-setup',
    pattern: /sec-c-[A-Za-z0-9+/]{48}/y,
  },
  'nylas-key': {
    description: 'Nylas API key',
    link: 'https://developer.nylas.com/docs/v3/auth/nylas-app-credentials/',
    pattern: /nyk_v0_[A-Za-z0-9]{60,80}/y,
  },
  'pinterest-token': {
    description: 'Pinterest access token',
    link: 'https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/',
    pattern: /pin[ar]_[A-Z0-9]{40,200}/y,
  },
  'teams-workflow-address': {
    description: 'Address of a Microsoft Teams or Power Automate workflow',
    link: 'https://support.microsoft.com/en-us/office/create-incoming-webhooks-with-workflows-for-microsoft-teams-8ae491c7-0394-4861-ba59-055e33f75498',
    keywords: [
      'logic.azure.com:443/workflows/',
      'logic.azure.com/workflows/',
      'api.powerplatform.com:443/powerautomate/automations/direct/',
      'api.powerplatform.com/powerautomate/automations/direct/',
    ],
    pattern:
      /(?:logic\.azure\.com(?::443)?|api\.powerplatform\.com(?::443)?\/powerautomate\/automations\/direct(?:\/[a-z]{2}\/\d{1,3})?)\/workflows\/[0-9a-f]{32}\/triggers\/[\w-]{1,80}\/paths\/invoke\?[\w.%=&;/\\-]{10,200}sig=[\w-]{43}/y,
  },
  'sendgrid-key': {
    description: 'SendGrid API key',
    link: 'https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys',
    pattern: /SG\.[\w-]{22}\.[\w-]{43}/y,
  },
  'mailgun-key': {
    description: 'Mailgun API key',
    link: 'https://documentation.mailgun.com/docs/mailgun/user-manual/api-key-mgmt/api-key-mgmt/',
    pattern: /key-[0-9a-f]{32}/y,
  },
  'mailgun-sending-key': {
    description: 'Mailgun private or sending key',
    link: 'https://documentation.mailgun.com/docs/mailgun/user-manual/api-key-mgmt/api-key-mgmt/',
    near: [['key', 'token', 'secret', 'mailgun']],
    pattern: /[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}/y,
  },
  'mailchimp-key': {
    description: 'Mailchimp API key',
    link: 'https://mailchimp.com/developer/marketing/docs/fundamentals/',
    keywords: ['-us1', '-us2', '-us3', '-us4', '-us5', '-us6', '-us7', '-us8', '-us9'],
    back: 32,
    pattern: /[0-9a-f]{32}-us\d{1,2}/y,
  },
  'mandrill-key': {
    description: 'Mailchimp Transactional API key',
    link: 'https://mailchimp.com/developer/transactional/docs/fundamentals/',
    near: [['mandrill', 'mailchimp', 'key']],
    pattern: /md-[\w-]{22}/y,
  },
  'brevo-key': {
    description: 'Brevo API or SMTP key',
    link: 'https://developers.brevo.com/docs/getting-started',
    pattern: /x(?:keysib|smtpsib)-[0-9a-f]{64}-[A-Za-z0-9]{16}/y,
  },
  'resend-key': {
    description: 'Resend API key',
    link: 'https://resend.com/docs/dashboard/api-keys/introduction',
    pattern: /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,26}/y,
  },
  'mailersend-token': {
    description: 'MailerSend API token',
    link: 'https://developers.mailersend.com/general.html#authentication',
    pattern: /mlsn\.[0-9a-f]{64}/y,
  },
  'sparkpost-key': {
    description: 'SparkPost API key',
    link: 'https://developers.sparkpost.com/api/#header-authentication',
    near: [['sparkpost'], ['key']],
    pattern: /[0-9a-f]{40}/y,
  },
  'postmark-token': {
    description: 'Postmark server token',
    link: 'https://postmarkapp.com/developer/api/overview',
    near: [['postmark'], ['token', 'key']],
    pattern: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/y,
  },
  'mailjet-secret': {
    description: 'Mailjet secret key',
    link: 'https://dev.mailjet.com/email/guides/',
    near: [
      ['mailjet', 'mj_'],
      ['secret', 'key', 'private'],
    ],
    pattern: /[0-9a-f]{32}/y,
  },
  'klaviyo-key': {
    description: 'Klaviyo private API key',
    link: 'https://developers.klaviyo.com/en/docs/authenticate_',
    near: [['klaviyo', 'private', 'key']],
    pattern: /pk_[0-9a-f]{34}/y,
  },
  'courier-token': {
    description: 'Courier authorization token',
    link: 'https://www.courier.com/docs/reference/auth/intro',
    pattern: /pk_(?:prod|test)_[A-Z0-9]{28}/y,
  },
  'aws-ses-smtp-password': {
    description: 'Amazon SES SMTP password',
    link: 'https://docs.aws.amazon.com/ses/latest/dg/smtp-credentials.html',
    near: [
      ['ses', 'smtp'],
      ['pass', 'secret'],
    ],
    pattern: /B[A-Za-z0-9+/]{43}/y,
  },
};
