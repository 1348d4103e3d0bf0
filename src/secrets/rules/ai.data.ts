import type { FormatRules } from '../formats/formatRule.ts';

/** AI providers. Patterns are written from the documentation that each rule links to. */
export const aiRules: FormatRules = {
  'openai-key': {
    description: 'OpenAI API key',
    link: 'https://platform.openai.com/docs/api-reference/authentication',
    pattern: /sk-(?:(?:proj|svcacct|admin|None)-)?[\w-]{20,74}T3BlbkFJ[\w-]{20,74}/y,
  },
  'openai-legacy-key': {
    description: 'OpenAI API key (48 characters)',
    link: 'https://platform.openai.com/docs/api-reference/authentication',
    pattern: /sk-[A-Za-z0-9]{48}/y,
  },
  'anthropic-key': {
    description: 'Anthropic API key',
    link: 'https://docs.claude.com/en/api/overview',
    pattern: /sk-ant-(?:api\d\d|admin\d\d|oat\d\d|ort\d\d)-[\w-]{80,110}/y,
  },
  'huggingface-token': {
    description: 'Hugging Face access token',
    link: 'https://huggingface.co/docs/hub/security-tokens',
    pattern: /(?:hf_|api_org_)[A-Za-z]{34}/y,
  },
  'replicate-token': {
    description: 'Replicate API token',
    link: 'https://replicate.com/docs/topics/security/api-tokens',
    pattern: /r8_[A-Za-z0-9]{37}/y,
  },
  'groq-key': {
    description: 'Groq API key',
    link: 'https://console.groq.com/docs/quickstart',
    pattern: /gsk_[A-Za-z0-9]{52}/y,
  },
  'xai-key': {
    description: 'xAI API key',
    link: 'https://docs.x.ai/docs/overview',
    pattern: /xai-[A-Za-z0-9]{80}/y,
  },
  'perplexity-key': {
    description: 'Perplexity API key',
    link: 'https://docs.perplexity.ai/getting-started/quickstart',
    pattern: /pplx-[A-Za-z0-9]{48}/y,
  },
  'openrouter-key': {
    description: 'OpenRouter API key',
    link: 'https://openrouter.ai/docs/api-reference/authentication',
    pattern: /sk-or-v1-[0-9a-f]{64}/y,
  },
  'deepseek-key': {
    description: 'DeepSeek API key',
    link: 'https://api-docs.deepseek.com/',
    pattern: /sk-[0-9a-f]{32}/y,
  },
  'mistral-key': {
    description: 'Mistral AI API key',
    link: 'https://docs.mistral.ai/getting-started/quickstart/',
    near: [['mistral'], ['key', 'token']],
    pattern: /[A-Za-z0-9]{32}/y,
  },
  'cohere-key': {
    description: 'Cohere API key',
    link: 'https://docs.cohere.com/docs/rate-limits',
    near: [
      ['cohere', 'co_api'],
      ['key', 'token'],
    ],
    pattern: /[A-Za-z0-9]{40}/y,
  },
  'together-key': {
    description: 'Together AI API key',
    link: 'https://docs.together.ai/docs/api-keys-authentication',
    pattern: /tgp_v1_[\w-]{43}/y,
  },
  'fireworks-key': {
    description: 'Fireworks AI API key',
    link: 'https://docs.fireworks.ai/getting-started/quickstart',
    pattern: /fw_[A-Za-z0-9]{22,24}/y,
  },
  'nvidia-key': {
    description: 'NVIDIA API key',
    link: 'https://docs.nvidia.com/nim/large-language-models/latest/getting-started.html',
    pattern: /nvapi-[\w-]{64}/y,
  },
  'langsmith-key': {
    description: 'LangSmith API key',
    link: 'https://docs.langchain.com/langsmith/create-account-api-key',
    keywords: ['lsv2_'],
    pattern: /lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}/y,
  },
  'langfuse-secret-key': {
    description: 'Langfuse secret key',
    link: 'https://langfuse.com/docs/api',
    pattern: /sk-lf-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/y,
  },
  'elevenlabs-key': {
    description: 'ElevenLabs API key',
    link: 'https://elevenlabs.io/docs/api-reference/authentication',
    pattern: /sk_[0-9a-f]{48}/y,
  },
  'assemblyai-key': {
    description: 'AssemblyAI API key',
    link: 'https://www.assemblyai.com/docs/api-reference/overview',
    near: [['assembly'], ['key', 'token']],
    pattern: /[0-9a-f]{32}/y,
  },
  'deepgram-key': {
    description: 'Deepgram API key',
    link: 'https://developers.deepgram.com/guides/fundamentals/authenticating',
    near: [['deepgram'], ['key', 'token']],
    pattern: /[0-9a-f]{40}/y,
  },
  'voyage-key': {
    description: 'Voyage AI API key',
    link: 'https://docs.voyageai.com/docs/api-key-and-installation',
    near: [['voyage'], ['key']],
    pattern: /pa-[\w-]{43}/y,
  },
  'jina-key': {
    description: 'Jina AI API key',
    link: 'https://jina.ai/api-dashboard/',
    pattern: /jina_[\w-]{60}/y,
  },
  'tavily-key': {
    description: 'Tavily API key',
    link: 'https://docs.tavily.com/documentation/quickstart',
    pattern: /tvly-(?:dev-|prod-)?[A-Za-z0-9]{32}/y,
  },
  'firecrawl-key': {
    description: 'Firecrawl API key',
    link: 'https://docs.firecrawl.dev/introduction',
    pattern: /fc-[0-9a-f]{32}/y,
  },
  'cerebras-key': {
    description: 'Cerebras API key',
    link: 'https://inference-docs.cerebras.ai/quickstart',
    pattern: /csk-[a-z0-9]{48}/y,
  },
  'runpod-key': {
    description: 'RunPod API key',
    link: 'https://docs.runpod.io/get-started/api-keys',
    pattern: /rpa_[A-Za-z0-9]{40,50}/y,
  },
  'e2b-key': {
    description: 'E2B API key',
    link: 'https://e2b.dev/docs/api-key',
    pattern: /e2b_[0-9a-f]{40}/y,
  },
  'wandb-key': {
    description: 'Weights & Biases API key',
    link: 'https://docs.wandb.ai/guides/track/environment-variables',
    near: [['wandb'], ['key']],
    pattern: /[0-9a-f]{40}/y,
  },
  'pinecone-key': {
    description: 'Pinecone API key',
    link: 'https://docs.pinecone.io/guides/projects/manage-api-keys',
    pattern: /pcsk_[A-Za-z0-9]{4,8}_[A-Za-z0-9]{60,66}/y,
  },
  'stability-key': {
    description: 'Stability AI API key',
    link: 'https://platform.stability.ai/docs/getting-started/authentication',
    near: [['stability'], ['key']],
    pattern: /sk-[A-Za-z0-9]{48}/y,
  },
  'helicone-key': {
    description: 'Helicone API key',
    link: 'https://docs.helicone.ai/helicone-headers/helicone-auth',
    pattern: /sk-helicone-[a-z0-9]{7}(?:-[a-z0-9]{7}){3}/y,
  },
  'databricks-token': {
    description: 'Databricks personal access token',
    link: 'https://docs.databricks.com/aws/en/dev-tools/auth/pat',
    pattern: /dapi[0-9a-f]{32}(?:-\d)?/y,
  },
  'databricks-oauth-secret': {
    description: 'Databricks OAuth secret',
    link: 'https://docs.databricks.com/aws/en/dev-tools/auth/oauth-m2m',
    pattern: /dose[0-9a-f]{32}/y,
  },
  'llama-cloud-key': {
    description: 'LlamaCloud API key',
    link: 'https://docs.cloud.llamaindex.ai/api_key',
    pattern: /llx-[A-Za-z0-9]{48}/y,
  },
  'google-ai-key': {
    description: 'Google AI key',
    link: 'https://ai.google.dev/gemini-api/docs/api-key',
    pattern: /AQ\.Ab[\w-]{40,120}/y,
  },
  'wandb-api-key': {
    description: 'Weights & Biases API key',
    link: 'https://docs.wandb.ai/support/models/articles/why-does-my-api-key-fail-with-must-be-40-characters',
    pattern: /wandb_v1_\w{60,120}/y,
  },
  'cursor-api-key': {
    description: 'Cursor API key',
    link: 'https://cursor.com/docs/api',
    pattern: /crsr_[0-9a-f]{64}/y,
  },
  'cursor-legacy-api-key': {
    description: 'Cursor API key of the older form',
    link: 'https://cursor.com/docs/cloud-agent/api/endpoints',
    near: [['cursor'], ['key', 'token']],
    pattern: /key_[0-9a-z]{64}/y,
  },
  'apify-token': {
    description: 'Apify API token',
    link: 'https://docs.apify.com/platform/integrations/api',
    pattern: /apify_api_[A-Za-z0-9]{34,40}/y,
  },
  'kimi-key': {
    description: 'Kimi Code API key',
    link: 'https://www.kimi.com/code/docs/en/',
    pattern: /sk-kimi-[A-Za-z0-9]{48,80}/y,
  },
  'zai-key': {
    description: 'Z.ai API key',
    link: 'https://docs.z.ai/guides/overview/quick-start',
    near: [
      ['zai', 'z.ai', 'zhipu', 'bigmodel', 'glm'],
      ['key', 'token'],
    ],
    pattern: /[0-9a-f]{32}\.[A-Za-z0-9]{16}/y,
  },
  'brave-search-key': {
    description: 'Brave Search API key',
    link: 'https://api-dashboard.search.brave.com/app/documentation/web-search/get-started',
    near: [['brave'], ['key', 'token']],
    pattern: /BSA[\w-]{27,40}/y,
  },
};
