/**
 * Environment files as frameworks, services and tutorials name their variables. `<hex 32>` and the like stand for a secret,
 * which the test makes; all other values are settings.
 */
export const environments: readonly string[] = [
  // Express, Prisma
  'NODE_ENV=production\nPORT=3000\nHOST=0.0.0.0\nAPI_HOST=https://api.acme.dev\nLOG_LEVEL=info\nDATABASE_URL=postgresql://acme:<word 18>@db.acme.dev:5432/acme?schema=public\nJWT_SECRET=<hex 64>\nJWT_EXPIRES_IN=15m',
  // Next.js, NextAuth
  'NEXT_PUBLIC_APP_URL=http://localhost:3000\nNEXTAUTH_URL=http://localhost:3000\nNEXTAUTH_SECRET=<base64 44>\nGITHUB_ID=Iv1.8a61f9b3a7aba766\nGITHUB_SECRET=<hex 40>\nNEXT_TELEMETRY_DISABLED=1',
  // Django
  'DEBUG=False\nALLOWED_HOSTS=acme.dev,www.acme.dev\nDJANGO_SETTINGS_MODULE=config.settings.production\nSECRET_KEY=<word 50>\nDB_ENGINE=django.db.backends.postgresql\nDB_NAME=acme_production\nDB_USER=acme\nDB_PASSWORD=<word 20>\nDB_HOST=127.0.0.1\nDB_PORT=5432',
  // Rails
  'RAILS_ENV=production\nRAILS_LOG_TO_STDOUT=enabled\nRAILS_SERVE_STATIC_FILES=true\nRAILS_MASTER_KEY=<hex 32>\nSECRET_KEY_BASE=<hex 128>\nRAILS_MAX_THREADS=5\nWEB_CONCURRENCY=2\nREDIS_URL=redis://localhost:6379/1',
  // Laravel
  'APP_NAME=Laravel\nAPP_ENV=local\nAPP_KEY=base64:<base64 44>\nAPP_DEBUG=true\nAPP_URL=http://localhost\nDB_CONNECTION=mysql\nDB_HOST=127.0.0.1\nDB_PORT=3306\nDB_DATABASE=laravel\nDB_USERNAME=root\nDB_PASSWORD=<word 16>\nCACHE_DRIVER=file\nQUEUE_CONNECTION=sync\nSESSION_DRIVER=file\nSESSION_LIFETIME=120',
  // Amazon S3
  'AWS_REGION=eu-central-1\nAWS_DEFAULT_REGION=eu-central-1\nAWS_SECRET_ACCESS_KEY=<word 40>\nS3_BUCKET=acme-uploads-production\nS3_ENDPOINT=https://s3.eu-central-1.amazonaws.com\nCDN_URL=https://cdn.acme.dev',
  // Stripe
  'STRIPE_SECRET_KEY=sk_live_<word 24>\nSTRIPE_WEBHOOK_SECRET=whsec_<word 32>\nSTRIPE_PRICE_ID=price_1MoBy5LkdIwHu7ixZhnattbh\nCURRENCY=eur\nCHECKOUT_SUCCESS_URL=https://acme.dev/checkout/success',
  // Mail by SMTP
  'MAIL_MAILER=smtp\nMAIL_HOST=smtp.mailgun.org\nMAIL_PORT=587\nMAIL_USERNAME=postmaster@mg.acme.dev\nMAIL_PASSWORD=<word 22>\nMAIL_ENCRYPTION=tls\nMAIL_FROM_ADDRESS=hello@acme.dev\nMAIL_FROM_NAME="Acme Shop"',
  // Supabase
  'SUPABASE_URL=https://xyzcompany.supabase.co\nSUPABASE_DB_PASSWORD=<word 20>\nSUPABASE_PROJECT_REF=xyzcompany\nSUPABASE_SCHEMA=public\nSITE_URL=http://localhost:5173',
  // Auth0
  'AUTH0_DOMAIN=acme.eu.auth0.com\nAUTH0_CLIENT_SECRET=<word 64>\nAUTH0_AUDIENCE=https://api.acme.dev\nAUTH0_CALLBACK_URL=http://localhost:3000/callback\nAUTH0_SCOPE=openid profile email\nAUTH0_SECRET=<hex 64>',
  // Language models
  'OPENAI_API_KEY=sk-proj-<word 48>\nOPENAI_MODEL=gpt-4.1-mini\nOPENAI_BASE_URL=https://api.openai.com/v1\nEMBEDDING_MODEL=text-embedding-3-small\nMAX_TOKENS=4096\nTEMPERATURE=0.2',
  // RabbitMQ
  'RABBITMQ_HOST=rabbit.internal.acme.dev\nRABBITMQ_PORT=5672\nRABBITMQ_VHOST=/acme\nRABBITMQ_USER=worker\nRABBITMQ_PASSWORD=<word 18>\nPREFETCH_COUNT=10\nQUEUE_NAME=orders.created',
  // Kafka
  'KAFKA_BROKERS=kafka-1.acme.dev:9092,kafka-2.acme.dev:9092\nKAFKA_CLIENT_ID=orders-service\nKAFKA_GROUP_ID=orders\nKAFKA_SASL_MECHANISM=SCRAM-SHA-512\nKAFKA_SASL_USERNAME=orders\nKAFKA_SASL_PASSWORD=<word 24>\nKAFKA_SSL=true',
  // MongoDB
  'MONGODB_URI=mongodb+srv://acme:<word 20>@cluster0.ab1cd.mongodb.net/acme?retryWrites=true&w=majority\nMONGODB_DB=acme\nPORT=4000\nCORS_ORIGIN=http://localhost:3000\nNODE_OPTIONS=--max-old-space-size=4096',
  // Redis
  'REDIS_HOST=redis.acme.dev\nREDIS_PORT=6380\nREDIS_DB=0\nREDIS_TLS=true\nREDIS_PASSWORD=<base64 44>\nCACHE_TTL_SECONDS=3600\nCACHE_PREFIX=acme:production:',
  // Sentry
  'SENTRY_ORG=acme-industries\nSENTRY_PROJECT=web-frontend\nSENTRY_ENVIRONMENT=production\nSENTRY_RELEASE=web-frontend@2026.11.3\nSENTRY_AUTH_TOKEN=<hex 64>\nSENTRY_TRACES_SAMPLE_RATE=0.1',
  // Slack
  'SLACK_BOT_TOKEN=xoxb-<digits 12>-<digits 13>-<word 24>\nSLACK_SIGNING_SECRET=<hex 32>\nSLACK_CHANNEL=#deployments\nSLACK_PORT=3100\nSOCKET_MODE=false',
  // Telegram
  'TELEGRAM_BOT_TOKEN=<digits 10>:AA<word 33>\nTELEGRAM_CHAT_ID=-1001234567890\nTIMEZONE=Europe/Berlin\nLOCALE=de_DE.UTF-8',
  // GitHub
  'GITHUB_TOKEN=<github>\nGITHUB_OWNER=acme-industries\nGITHUB_REPOSITORY=acme-industries/web-frontend\nGITHUB_API_URL=https://api.github.com\nDEFAULT_BRANCH=main',
  // GitLab
  'GITLAB_TOKEN=glpat-<word 20>\nGITLAB_HOST=gitlab.acme.dev\nGITLAB_PROJECT_ID=48213377\nCI_REGISTRY=registry.gitlab.acme.dev\nCI_REGISTRY_IMAGE=registry.gitlab.acme.dev/acme/web',
  // Docker Compose with Postgres
  'COMPOSE_PROJECT_NAME=acme\nCOMPOSE_FILE=docker-compose.yml:docker-compose.override.yml\nPOSTGRES_USER=postgres\nPOSTGRES_PASSWORD=<word 24>\nPOSTGRES_DB=acme_development\nPGDATA=/var/lib/postgresql/data/pgdata\nPOSTGRES_PORT=5433',
  // MinIO
  'MINIO_ROOT_USER=minioadmin\nMINIO_ROOT_PASSWORD=<word 32>\nMINIO_ENDPOINT=localhost:9000\nMINIO_CONSOLE_ADDRESS=:9001\nMINIO_REGION=us-east-1\nMINIO_USE_SSL=false',
  // Elasticsearch
  'ELASTIC_VERSION=8.15.3\nELASTIC_USERNAME=elastic\nELASTIC_PASSWORD=<word 20>\nELASTICSEARCH_URL=https://es.acme.dev:9200\nES_JAVA_OPTS=-Xms1g -Xmx1g\nINDEX_NAME=products-v3\ndiscovery.type=single-node',
  // Grafana
  'GF_SERVER_ROOT_URL=https://grafana.acme.dev\nGF_SERVER_HTTP_PORT=3001\nGF_SECURITY_ADMIN_USER=admin\nGF_SECURITY_ADMIN_PASSWORD=<word 18>\nGF_SECURITY_SECRET_KEY=<word 32>\nGF_AUTH_ANONYMOUS_ENABLED=false\nGF_INSTALL_PLUGINS=grafana-clock-panel',
  // Keycloak
  'KC_HOSTNAME=auth.acme.dev\nKC_DB=postgres\nKC_DB_URL=jdbc:postgresql://db.acme.dev/keycloak\nKC_DB_USERNAME=keycloak\nKC_DB_PASSWORD=<word 22>\nKEYCLOAK_ADMIN=admin\nKEYCLOAK_ADMIN_PASSWORD=<word 20>\nKC_PROXY=edge\nKC_HEALTH_ENABLED=true',
  // WordPress
  'WORDPRESS_DB_HOST=mysql:3306\nWORDPRESS_DB_NAME=wordpress\nWORDPRESS_DB_USER=wordpress\nWORDPRESS_DB_PASSWORD=<word 20>\nWORDPRESS_TABLE_PREFIX=wp_\nWORDPRESS_DEBUG=0\nMYSQL_ROOT_PASSWORD=<word 24>',
  // Strapi
  'HOST=0.0.0.0\nPORT=1337\nAPP_KEYS=<base64 24>,<base64 24>\nAPI_TOKEN_SALT=<base64 24>\nADMIN_JWT_SECRET=<base64 24>\nJWT_SECRET=<base64 24>\nDATABASE_CLIENT=sqlite\nDATABASE_FILENAME=.tmp/data.db',
  // n8n
  'N8N_HOST=n8n.acme.dev\nN8N_PORT=5678\nN8N_PROTOCOL=https\nN8N_ENCRYPTION_KEY=<hex 64>\nWEBHOOK_URL=https://n8n.acme.dev/\nGENERIC_TIMEZONE=Europe/Berlin\nEXECUTIONS_DATA_PRUNE=true',
  // Spring Boot
  'SPRING_PROFILES_ACTIVE=prod\nSERVER_PORT=8080\nSPRING_DATASOURCE_URL=jdbc:mysql://db.acme.dev:3306/acme?useSSL=true\nSPRING_DATASOURCE_USERNAME=acme\nSPRING_DATASOURCE_PASSWORD=<word 20>\nSPRING_JPA_HIBERNATE_DDL_AUTO=validate\nJAVA_OPTS=-XX:MaxRAMPercentage=75',
  // Go
  'GO_ENV=production\nGIN_MODE=release\nADDR=:8080\nDSN=host=db.acme.dev user=acme password=<word 20> dbname=acme port=5432 sslmode=require\nREAD_TIMEOUT=5s\nWRITE_TIMEOUT=10s\nRATE_LIMIT=100',
  // Cloudflare
  'CLOUDFLARE_ZONE_NAME=acme.dev\nCLOUDFLARE_API_TOKEN=<word 40>\nCF_PAGES_BRANCH=main\nR2_BUCKET=acme-assets\nR2_SECRET_ACCESS_KEY=<hex 64>\nTURNSTILE_SECRET_KEY=0x4AAAAAAA<word 24>',
  // Vercel
  'VERCEL_ENV=preview\nVERCEL_URL=acme-git-main-acme.vercel.app\nVERCEL_REGION=fra1\nVERCEL_TOKEN=<word 24>\nEDGE_CONFIG_ITEM=features\nNEXT_RUNTIME=nodejs',
  // Vite
  'VITE_API_URL=https://api.acme.dev/v1\nVITE_APP_TITLE=Acme Dashboard\nVITE_APP_VERSION=4.2.0\nVITE_DEFAULT_LOCALE=en-GB\nVITE_FEATURE_NEW_NAV=true\nVITE_MAP_STYLE=mapbox://styles/mapbox/streets-v12',
  // Expo
  'EXPO_PUBLIC_API_URL=http://192.168.1.20:3000\nEXPO_PUBLIC_ENV=development\nEXPO_TOKEN=<word 40>\nEAS_BUILD_PROFILE=preview\nAPP_VARIANT=development',
  // Twilio
  'TWILIO_AUTH_TOKEN=<hex 32>\nTWILIO_PHONE_NUMBER=+4930123456\nTWILIO_REGION=ie1\nSMS_SENDER_NAME=Acme\nSMS_ENABLED=true',
  // SendGrid
  'SENDGRID_API_KEY=SG.<word 22>.<word 43>\nSENDGRID_FROM_EMAIL=no-reply@acme.dev\nSENDGRID_TEMPLATE_ID=d-f43daeeaef504760851f727007e0b5d0\nEMAIL_PREVIEW=false',
  // Datadog
  'DD_SITE=datadoghq.eu\nDD_ENV=production\nDD_SERVICE=checkout\nDD_VERSION=1.14.2\nDD_API_KEY=<hex 32>\nDD_APP_KEY=<hex 40>\nDD_TRACE_SAMPLE_RATE=0.25\nDD_AGENT_HOST=10.0.12.7',
  // Algolia
  'ALGOLIA_APP_ID=latency\nALGOLIA_ADMIN_KEY=<hex 32>\nALGOLIA_INDEX_NAME=prod_products\nSEARCH_HITS_PER_PAGE=24\nSEARCH_DEBOUNCE_MS=300',
  // Shopify
  'SHOPIFY_STORE_DOMAIN=acme-shop.myshopify.com\nSHOPIFY_API_VERSION=2026-10\nSHOPIFY_ACCESS_TOKEN=shpat_<hex 32>\nSHOPIFY_WEBHOOK_SECRET=<hex 64>\nSHOPIFY_SCOPES=read_products,write_orders',
  // Discord
  'DISCORD_TOKEN=<word 26>.<word 6>.<word 38>\nDISCORD_CLIENT_ID=1032847562910384756\nDISCORD_GUILD_ID=1032847562910384757\nCOMMAND_PREFIX=!\nSTATUS_MESSAGE="playing chess"',
  // LDAP
  'LDAP_URL=ldaps://ldap.acme.dev:636\nLDAP_BASE_DN=ou=people,dc=acme,dc=dev\nLDAP_BIND_DN=cn=reader,dc=acme,dc=dev\nLDAP_BIND_PASSWORD=<word 18>\nLDAP_TIMEOUT=5000\nLDAP_USER_FILTER=(uid={{username}})',
  // Celery
  'CELERY_BROKER_URL=redis://:<word 24>@redis.acme.dev:6379/0\nCELERY_RESULT_BACKEND=rpc://\nCELERY_TASK_ALWAYS_EAGER=False\nCELERY_WORKER_CONCURRENCY=4\nTASK_DEFAULT_QUEUE=default\nFLOWER_BASIC_AUTH=admin:<word 16>',
  // A test run
  'CI=true\nTEST_DATABASE=acme_test\nTEST_TIMEOUT=30000\nTEST_REPORTER=spec\nTEST_BROWSER=chromium\nBASE_URL=http://127.0.0.1:4173\nHEADLESS=1\nRETRIES=2\nPLAYWRIGHT_HTML_REPORT=test-results/report',
  // A build
  'BUILD_NUMBER=20261125.4\nBUILD_TARGET=x86_64-unknown-linux-gnu\nCARGO_TERM_COLOR=always\nRUST_LOG=info,sqlx=warn\nRUST_BACKTRACE=1\nDATABASE_URL=postgres://acme:<word 18>@db.acme.dev/acme\nSQLX_OFFLINE=true',
  // Phoenix
  'PHX_HOST=acme.dev\nPHX_SERVER=true\nPOOL_SIZE=10\nMIX_ENV=prod\nSECRET_KEY_BASE=<base64 64>\nDATABASE_URL=ecto://acme:<word 20>@db.acme.dev/acme_prod',
  // ASP.NET
  'ASPNETCORE_ENVIRONMENT=Development\nASPNETCORE_URLS=http://+:5000\nConnectionStrings__Default=Server=sql.acme.dev;Database=Acme;User Id=acme;Password=<word 20>;TrustServerCertificate=True\nJwt__Issuer=https://acme.dev\nJwt__Key=<base64 44>\nLogging__LogLevel__Default=Information',
  // Terraform
  'TF_VAR_environment=staging\nTF_VAR_instance_type=t3.medium\nTF_VAR_db_password=<word 24>\nTF_WORKSPACE=staging\nTF_LOG=WARN\nTF_PLUGIN_CACHE_DIR=/home/dev/.terraform.d/plugin-cache',
  // npm
  'NPM_TOKEN=npm_<npm>\nNPM_CONFIG_REGISTRY=https://registry.npmjs.org/\nNPM_CONFIG_LOGLEVEL=warn\nPUBLISH_TAG=latest\nPACKAGE_SCOPE=@acme',
  // Ghost
  'url=https://blog.acme.dev\ndatabase__client=mysql\ndatabase__connection__host=db\ndatabase__connection__user=ghost\ndatabase__connection__password=<word 20>\ndatabase__connection__database=ghost_production\nmail__transport=SMTP',
  // Feature switches alone
  'FEATURE_DARK_MODE=true\nFEATURE_BETA_SEARCH=false\nSUPPORT_EMAIL=support@acme.dev\nTERMS_VERSION=2026-10-01\nMAX_UPLOAD_SIZE=10485760\nSESSION_COOKIE_NAME=__Host-session\nPASSWORD_MIN_LENGTH=12\nTOKEN_BUCKET_SIZE=1000\nAUTH_PROVIDER=keycloak\nKEY_PREFIX=production',
];

/** Variables whose names sound like secrets, as a desktop, an editor and tools set them. */
export const desktop = [
  'SSH_AUTH_SOCK=/run/user/1000/keyring/ssh\nXAUTHORITY=/run/user/1000/gdm/Xauthority\nGNOME_KEYRING_CONTROL=/run/user/1000/keyring',
  'GPG_AGENT_INFO=/run/user/1000/gnupg/S.gpg-agent:0:1\nDBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1000/bus\nXDG_SESSION_ID=c2',
  'SESSION_MANAGER=local/host:@/tmp/.ICE-unix/2233\nSECURITYSESSIONID=186a8\nINVOCATION_ID=3f1c4d2b6a5e4f0c9b8a7d6e5f4c3b2a',
  'GIT_ASKPASS=/usr/share/code/resources/app/extensions/git/dist/askpass.sh\nSUDO_ASKPASS=/usr/bin/ksshaskpass',
  'TERM_SESSION_ID=w0t0p0:6A2B8C6E-1111-4D6F-9C1A-0D9E8F7A6B5C\nPASSWORD_STORE_DIR=/home/dev/.password-store\nTOKENIZERS_PARALLELISM=false',
  'GOOGLE_APPLICATION_CREDENTIALS=/home/dev/.config/gcloud/key.json\nVAULT_ADDR=https://vault.acme.dev:8200\nAWS_PROFILE=acme-dev',
].join('\n');
