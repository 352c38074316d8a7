// The types of what the server sends and of what modules share; for checks only, not served.

/** What the API has. Times are ISO texts, durations milliseconds. */
declare namespace Api {
  /** A failed request, or another reason that the pages show in the same way. */
  interface Failure {
    message: string;
    title?: string;
    /** 0 when no response came. */
    status?: number;
    requestId?: string;
    code?: string;
    /** What a program needs to go on. */
    details?: Record<string, any>;
    faults?: Fault[];
  }

  /** What is wrong with a field of a body; `path` is as in `start.task.input`. */
  interface Fault {
    path: string;
    text: string;
  }

  interface User {
    userId: string;
    displayName: string;
    email: string;
    expiresAt: string;
  }

  interface Usage {
    promptTokens: number;
    completionTokens: number;
    estimated?: boolean;
  }

  interface Model {
    id: string;
    name?: string;
    provider?: string;
    capabilities?: string[];
  }

  interface Deployment {
    id: string;
    provider: string;
    baseUrl: string | null;
    hasApiKey: boolean;
    model: string;
    dialect: string;
    weight: number;
  }

  interface ManagedModel {
    name: string;
    deployments: Deployment[];
    choice: string;
    fallbacks: string[];
    prices: { input?: number | null; cachedInput?: number | null; output?: number | null } | null;
    contextTokens: number | null;
    groups: string[] | null;
    capabilities: string[];
    enabled: boolean;
    isDefault: boolean;
    source: string;
    version: number;
  }

  interface Assistant {
    id: string;
    version: number;
    owner: string;
    name: string;
    description: string | null;
    instructions: string;
    model: string | null;
    temperature: number | null;
    reasoningEffort: string | null;
    tools: string[] | null;
    collections: string[];
    memory: boolean;
    starters: string[];
    visibility: string;
    createdAt: string;
    updatedAt: string;
  }

  /** A collection of documents. */
  interface Collection {
    id: string;
    owner: string;
    name: string;
    description: string | null;
    visibility: string;
    documents: number;
    createdAt: string;
    updatedAt: string;
  }

  /** A document; `embedded` of its passages are found by their meaning. */
  interface Document {
    id: string;
    collectionId: string;
    name: string;
    size: number;
    contentType: string;
    status: 'indexing' | 'ready' | 'failed';
    error: string | null;
    pages: number;
    passages: number;
    embedded: number;
    createdAt: string;
  }

  interface Passage {
    /** Its place in the document, from 0 on. */
    number: number;
    page: number | null;
    heading: string;
    text: string;
  }

  /** A passage that a search has found; `score` is 0 to 1. */
  interface Hit extends Passage {
    documentId: string;
    name: string;
    score: number;
  }

  /** A passage that an answer uses; `quote` is its beginning, and `passage` its number in the document. */
  interface Citation {
    n: number;
    documentId: string;
    name: string;
    page: number | null;
    quote: string;
    passage: number | null;
  }

  interface Case {
    id: string;
    input: string;
    contains: string[];
    rubric: string | null;
    requiredTools: string[];
    forbiddenTools: string[];
    execute: boolean;
  }

  interface CaseResult {
    caseId: string;
    passed: boolean;
    answer: string;
    reasons: string[];
    toolsUsed: string[];
  }

  interface Evaluation {
    id: string;
    version: number;
    status: string;
    taskId: string;
    cases: number;
    passed: number;
    failed: number;
    results: CaseResult[];
    error: string | null;
  }

  interface UsageCount extends Usage {
    requests: number;
    cost: number | null;
  }

  /** What the answers of an assistant used, of all its users. */
  interface AssistantUsage {
    currency: string;
    total: UsageCount;
    versions: (UsageCount & { version: number })[];
    days: (UsageCount & { day: string })[];
  }

  interface Chat {
    chatId: string;
    title: string;
    agentMode?: string;
    messageCount?: number;
    updatedAt?: string;
    running?: boolean;
    assistantId?: string | null;
  }

  interface OpenChat extends Chat {
    agentMode: string;
    /** The model that the latest question named; null when it named none. */
    model?: string | null;
    messages: Message[];
    /** The id of the event after which the running answer goes on; null when no answer is running. */
    runningAfter?: number | null;
  }

  interface Message {
    role: string;
    content: string;
    timestamp: string;
    parts?: { image_url?: { url?: string } }[];
    toolCalls?: ToolCall[];
    notices?: string[] | null;
    ended?: Ended | null;
    usage?: Usage | null;
    model?: string | null;
    cost?: number | null;
    currency?: string;
    reasoning?: string | null;
    reasoningMs?: number;
    assistant?: { id: string; version: number } | null;
    citations?: Citation[];
    /** What only this page knows. */
    files?: Ui.SentFile[];
    error?: Failure;
    ms?: number;
  }

  type Ended = 'stopped' | 'failed' | 'interrupted';

  interface ToolCall {
    callId: string;
    tool: string;
    parameters?: Record<string, unknown> | null;
    success?: boolean;
    data?: unknown;
    error?: string | null;
    errorKind?: string;
    requestedParameters?: Record<string, unknown>;
    media?: { id: string; kind: 'picture' | 'sound'; type: string; bytes: number }[];
    state?: 'running' | 'waiting' | 'done' | 'cut';
    ms?: number;
    /** When the call began, and how long the text was then. */
    at?: number;
    textAt?: number;
  }

  /** A call that waits for the user. */
  interface Approval {
    chatId: string | null;
    taskId: string | null;
    callId: string;
    tool: string;
    parameters: Record<string, unknown>;
    effect: 'read' | 'write' | 'destructive';
    expiresAt: string;
  }

  type Rule = 'allow' | 'ask' | 'deny';

  /** What agents may do for the user. */
  interface Policy {
    read: Rule;
    write: Rule;
    destructive: Rule;
    tools: Record<string, Rule>;
  }

  /** What a server asks during a tool call: a form, or an address to open. */
  interface Question {
    questionId: string;
    callId: string;
    tool: string;
    server: string;
    message: string;
    schema?: Schema;
    url?: string;
    expiresAt: string;
  }

  interface Step {
    kind: 'model' | 'tool' | 'memory';
    startedAfterMs: number;
    durationMs: number;
    firstTokenMs?: number | null;
    callId?: string;
    tool?: string;
    model?: string | null;
    memories?: unknown[];
    prompt?: { role: string, content: string }[];
    answer?: string;
    arguments?: Record<string, unknown>;
    result?: string;
    usage: Usage;
    error?: string | null;
  }

  interface Trace {
    startedAt: string;
    durationMs: number;
    outcome: string;
    steps: Step[];
  }

  interface Budget {
    amount: number;
    currency: string;
    period: string;
    used?: number;
    renewsAt?: string;
  }

  /** An API key. */
  interface Key {
    id: string;
    name: string;
    prefix: string;
    userId?: string;
    email?: string;
    services?: string[] | null;
    tools?: string[] | null;
    models?: string[] | null;
    limits: { requestsPerMinute?: number | null; tokensPerMinute?: number | null; budget?: Budget | null };
    lastUsedAt?: string | null;
    expiresAt?: string | null;
  }

  interface Integration {
    name: string;
    displayName: string;
    description: string;
    auth: 'none' | 'apiKey' | 'oauth2';
    state?: string;
    connected: boolean;
    connectedAt?: string | null;
    toolCount?: number;
    error?: string | null;
    visibility?: string;
    /** Its address on this server; absent without one. */
    logo?: string | null;
    /** Of its OAuth client; absent without an OAuth sign-in. */
    redirectUri?: string | null;
  }

  interface OfferedTool {
    id: string;
    name: string;
    description: string;
    status: string;
    effect: string;
  }

  /** One integration. What follows `leftOut` has only who may change it. */
  interface IntegrationDetails extends Integration {
    kind: string;
    source: string;
    visibility: string;
    checkedAt: string | null;
    tools: OfferedTool[];
    leftOut: { name: string; reason: string }[];
    url?: string;
    baseUrl?: string;
    headerNames?: string[];
    clientId?: string;
    sampling?: boolean;
  }

  interface StoredFile {
    id: string;
    name: string;
    size: number;
    contentType: string;
    createdAt: string;
  }

  interface Tool {
    id: string;
    name: string;
    description?: string;
    parameters: Schema;
  }

  /** A JSON Schema, of which only the members that the pages use are named. */
  interface Schema {
    title?: unknown;
    description?: unknown;
    default?: unknown;
    type?: unknown;
    const?: unknown;
    enum?: unknown[];
    examples?: unknown;
    properties?: Record<string, Schema>;
    items?: Schema;
    required?: string[];
    minimum?: number;
    maximum?: number;
    maxLength?: number;
    [other: string]: unknown;
  }

  interface Task {
    id: string;
    type: string;
    status: string;
    input: Record<string, any>;
    output?: Record<string, any> | null;
    error?: Failure | null;
    tools: string[];
    priority: number;
    /** In seconds. */
    ttl: number;
    attempts: number;
    agentId?: string | null;
    workflowId?: string | null;
    retry?: { maxAttempts: number } | null;
    concurrency?: { key: string; limit: number } | null;
    /** The task that this one repeats. */
    retriedFrom?: string | null;
    /** When it starts, or its next attempt begins, at the earliest. */
    startAt?: string | null;
    retryAt?: string | null;
    createdAt: string;
    startedAt?: string | null;
    completedAt?: string | null;
  }

  /** A kept definition of workflows. */
  interface Definition {
    id: string;
    version: number;
    name: string;
    steps: StepDefinition[];
    inputSchema: Schema | null;
    createdAt: string;
    updatedAt: string;
  }

  interface StepDefinition {
    name: string;
    taskType: string;
    input?: Record<string, unknown> | null;
    tools?: string[] | null;
    dependsOn?: string[] | null;
    startAt?: string | null;
    delaySeconds?: number | null;
    retry?: { maxAttempts: number; [other: string]: unknown } | null;
    concurrency?: { key: string; limit: number } | null;
    [other: string]: unknown;
  }

  /** A definition in a list. */
  interface ListedDefinition {
    id: string;
    version: number;
    name: string;
    stepCount: number;
    createdAt: string;
    updatedAt: string;
  }

  interface Workflow {
    id: string;
    name: string;
    status: string;
    /** The workflow that this one repeats. */
    retriedFrom?: string | null;
    steps: WorkflowStep[];
    createdAt: string;
    completedAt?: string | null;
  }

  interface WorkflowStep {
    name: string;
    status: string;
    dependsOn: string[];
    taskType: string;
    taskId?: string | null;
    input: Record<string, any>;
    output?: Record<string, any> | null;
    error?: Failure | null;
    startedAt?: string | null;
    completedAt?: string | null;
  }

  type StartKind = 'task' | 'workflow' | 'run' | 'chat' | 'definition' | 'evaluation';

  /** What a schedule or a trigger starts: the body of the request that starts it, under its kind. */
  type Start = Partial<Record<StartKind, Record<string, any>>>;

  /** When a schedule is due: one of the three members is set. */
  interface Timing {
    cron: string | null;
    everySeconds: number | null;
    at: string | null;
  }

  interface Schedule extends Timing {
    id: string;
    name: string;
    timezone: string;
    overlap: string;
    catchUp: string;
    start: Start;
    enabled: boolean;
    nextAt: string | null;
    createdAt: string;
    updatedAt: string;
  }

  /** What became of a due time; all but the time is null while it is pending. */
  interface ScheduleStart {
    dueAt: string;
    startedAt: string | null;
    kind: StartKind | null;
    id: string | null;
    skipped: 'overlap' | 'missed' | 'queue_full' | null;
    error: { code: string; message: string } | null;
  }

  interface Trigger {
    id: string;
    name: string;
    start: Start;
    url: string;
    createdAt: string;
    updatedAt: string;
  }

  interface TriggerCall {
    at: string;
    kind: StartKind | null;
    id: string | null;
    error: { code: string; message: string } | null;
  }

  interface Webhook {
    id: string;
    url: string;
    events: string[];
    enabled: boolean;
    createdAt: string;
    failingSince: string | null;
    disabledAt: string | null;
  }

  interface Delivery {
    id: string;
    event: string;
    status: 'pending' | 'delivered' | 'failed';
    attempts: { at: string; status: number | null; ms: number; error: string | null }[];
    createdAt: string;
    nextAt: string | null;
  }

  /** A kept definition of a workflow, as lists have it. */
  interface ListedDefinition {
    id: string;
    version: number;
    name: string;
    stepCount: number;
  }

  /** A task of the agent, with its steps. */
  interface AgentTask {
    id: string;
    title: string;
    description?: string;
    status: string;
    userId: string;
    chatId?: string | null;
    result?: string | null;
    error?: Failure | null;
    steps: AgentStep[];
    agents: { stepId: string; status: string }[];
    createdAt: string;
    startedAt?: string | null;
    completedAt?: string | null;
  }

  interface AgentStep {
    id: string;
    title: string;
    description?: string;
    dependencies: string[];
    status: string;
    result?: string | null;
    error?: Failure | null;
    startedAt?: string | null;
    completedAt?: string | null;
  }

  interface Results {
    total: number;
    passed: number;
    failed: number;
    skipped: number;
    duration?: number;
  }

  interface Run {
    runId: string;
    taskId?: string;
    suite: string;
    target: string;
    status: string;
    outcome?: string | null;
    browsers: string[];
    results: Results;
    flaky: unknown[];
    notRun: unknown[];
    failures: { test: string; title: string; file: string; error?: string }[];
    error?: Failure | null;
    createdAt: string;
    startedAt?: string | null;
    completedAt?: string | null;
  }

  /** A test of a run; `results` and `note` are what the page adds. */
  interface RunTest {
    results?: { status: string; duration: number }[];
    note?: string;
    test: string;
    title: string;
    file: string;
    browser: string;
    status: string;
    duration: number;
    attempts: number;
  }

  interface Artifact {
    name: string;
    kind: string;
    size: number;
    url: string;
    test?: string | null;
  }

  interface Links {
    report?: string;
    artifacts: { name: string; url: string }[];
  }

  interface Screenshot {
    name: string;
    file: string;
    browser: string;
    browserVersion?: string;
    test?: string;
    status: string;
    reason?: string | null;
    url: string;
    baselineUrl?: string | null;
    diffUrl?: string | null;
    approvedAt?: string | null;
    note?: string | null;
  }

  interface Suite {
    name: string;
    description?: string;
    testCount: number;
    averageDuration?: number | null;
    browsers: string[];
    error?: string | null;
    lastRun?: { runId: string; status: string } | null;
  }

  /** A test of a suite, with its latest results. */
  interface SuiteTest {
    test: string;
    title: string;
    file: string;
    browser: string;
    passed: number;
    failed: number;
    flaky: number;
    flakiness: number;
    averageDuration?: number;
    results: { status: string; duration: number }[];
  }

  interface Baseline {
    name: string;
    file: string;
    browser: string;
    platform: string;
    url: string;
    sha256: string;
    current: boolean;
    approvedAt: string;
    runId?: string | null;
  }
}

/** What modules of the pages share. */
declare namespace Ui {
  /** A base class with the properties that other modules, or Lit, set. */
  type With<Base extends new () => any, Properties> = Pick<Base, keyof Base> & (new () => InstanceType<Base> & Properties);

  type Changed = import('lit').PropertyValues;

  /** An event whose listener knows the element that it came from. */
  type On<E = HTMLInputElement> = Event & { target: E };

  interface MenuItem {
    label?: string;
    icon?: string;
    /** A template behind the label. */
    after?: unknown;
    run?: () => unknown;
    href?: string;
    danger?: boolean;
    checked?: boolean;
    disabled?: boolean;
    separator?: boolean;
    title?: string;
  }

  interface Place {
    href: string;
    label: string;
    icon: string;
    short?: string;
    count?: 'tasks' | 'runs';
  }

  /** A member of the list of the palette. */
  interface Entry {
    label: string;
    icon: string;
    href?: string;
    hint?: string;
    also?: string;
    run?: () => unknown;
  }

  interface Heading {
    title?: string;
    back?: { href: string; label: string };
    meta?: unknown;
    actions?: unknown;
  }

  /** What the functions of a dialog get. */
  interface Dialog {
    close(value?: any): void;
    update(): void;
  }

  interface SentFile {
    id: string;
    name: string;
    size: number;
    type: string;
  }

  /** A file of a draft: it has an `id` when it is uploaded, and `error` when it could not be. */
  interface DraftFile {
    key: string;
    id?: string;
    name: string;
    size: number;
    type: string;
    file?: File;
    draft?: string;
    preview?: string;
    error?: Api.Failure;
    cancel?: AbortController;
  }

  /** A list that the server returns in pages. */
  interface List<T = any> {
    path: string;
    name: string;
    parameters: Record<string, unknown>;
    items: T[];
    next?: string | null;
  }

  /** A page with a list; `left` is what was kept of the page when the user left it. */
  interface Listed {
    list?: List;
    left?: { top?: number; rows?: number };
  }

  /** An event of a stream. */
  interface StreamEvent {
    id?: string;
    event: string;
    data: any;
  }

  interface RequestOptions {
    signal?: AbortSignal;
    /** False leaves a 401 to the caller. */
    signIn?: boolean;
    headers?: Record<string, string>;
    keepalive?: boolean;
  }

  /** A field of a form that is made from a schema; see `schema-fields.js`. */
  interface SchemaField {
    key: string;
    name?: string;
    label: string;
    hint?: string;
    kind: string;
    isRequired?: boolean;
    isNullable?: boolean;
    isRest?: boolean;
    schema: Api.Schema;
    choices?: unknown[];
    fields?: SchemaField[];
  }
}

/** What is newer than the library of the compiler. */
interface JSON {
  rawJSON?(text: string): unknown;
  isRawJSON?(value: unknown): boolean;
  parse(text: string, reviver: (this: any, key: string, value: any, context?: { source: string }) => any): any;
}

/** Libraries that define globals. */
declare module 'highlight.js/lib/core.js';
declare module 'chart.js';
declare module 'katex';

/** Those globals, and what other scripts that are no modules define. */
declare var Chart: any;
declare var mermaid: any;
declare var katex: any;
declare var module: { exports: any } | undefined;
declare var DOMPurify: (window: Window) => import('dompurify').DOMPurify;
