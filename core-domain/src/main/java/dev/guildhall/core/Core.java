package dev.guildhall.core;

import dev.guildhall.core.account.AccountDesk;
import dev.guildhall.core.account.GroupKeeper;
import dev.guildhall.core.account.GroupShelf;
import dev.guildhall.core.account.GroupSuccession;
import dev.guildhall.core.account.HashGate;
import dev.guildhall.core.account.IdentityLinks;
import dev.guildhall.core.account.OAuthDesk;
import dev.guildhall.core.account.OAuthLimits;
import dev.guildhall.core.account.OAuthStates;
import dev.guildhall.core.account.PasswordCheck;
import dev.guildhall.core.account.Permissions;
import dev.guildhall.core.account.ProfileKeeper;
import dev.guildhall.core.account.SecurityDesk;
import dev.guildhall.core.account.SessionKeeper;
import dev.guildhall.core.account.SessionSweep;
import dev.guildhall.core.account.SignInThrottle;
import dev.guildhall.core.agent.AgentDesk;
import dev.guildhall.core.agent.AgentLoop;
import dev.guildhall.core.agent.ChatArchive;
import dev.guildhall.core.agent.ToolRound;
import dev.guildhall.core.agent.Toolbox;
import dev.guildhall.core.completion.CompletionDesk;
import dev.guildhall.core.inmemory.InMemoryAccountStore;
import dev.guildhall.core.inmemory.InMemoryConversationStore;
import dev.guildhall.core.inmemory.InMemoryGroupStore;
import dev.guildhall.core.inmemory.InMemoryIdentityStore;
import dev.guildhall.core.inmemory.InMemoryMembershipStore;
import dev.guildhall.core.inmemory.InMemoryMemoryStore;
import dev.guildhall.core.inmemory.InMemoryOAuthStateStore;
import dev.guildhall.core.inmemory.InMemoryProfileStore;
import dev.guildhall.core.inmemory.InMemoryRateGate;
import dev.guildhall.core.inmemory.InMemorySessionStore;
import dev.guildhall.core.inmemory.InMemorySigningKeyStore;
import dev.guildhall.core.inmemory.InMemoryTransactions;
import dev.guildhall.core.inmemory.OpaqueAccessTokens;
import dev.guildhall.core.inmemory.Pbkdf2PasswordHasher;
import dev.guildhall.core.inmemory.RequiredFieldsValidator;
import dev.guildhall.core.inmemory.ScriptedChatModel;
import dev.guildhall.core.inmemory.SystemTime;
import dev.guildhall.core.inmemory.TimeOrderedIds;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.RateGate;
import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.account.AccessTokens;
import dev.guildhall.ports.account.AccountSecurity;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.account.Accounts;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.GroupStore;
import dev.guildhall.ports.account.Groups;
import dev.guildhall.ports.account.IdentityStore;
import dev.guildhall.ports.account.MembershipStore;
import dev.guildhall.ports.account.OAuthProviders;
import dev.guildhall.ports.account.OAuthSignIn;
import dev.guildhall.ports.account.OAuthStateStore;
import dev.guildhall.ports.account.PasswordHasher;
import dev.guildhall.ports.account.ProfileStore;
import dev.guildhall.ports.account.Profiles;
import dev.guildhall.ports.account.RedirectUri;
import dev.guildhall.ports.account.SessionStore;
import dev.guildhall.ports.account.SigningKeyStore;
import dev.guildhall.ports.agent.Agents;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.tool.SchemaValidator;
import dev.guildhall.ports.tool.ToolInvoker;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * All driving ports of one installation, wired. Thread-safe as far as the driven ports are.
 *
 * @param accounts registration, sign-in, the current session
 * @param security sessions, password and end of an account
 * @param profiles the profiles of an account
 * @param groups groups and who is in them
 * @param oauth sign-in with providers
 * @param completions language models
 * @param agents agents that use tools
 * @param housekeeping work that goes on in the background: run it on a thread of its own and interrupt that to end it; an
 *     embedded core may leave it out and keeps expired sessions then
 */
public record Core(
        Accounts accounts,
        AccountSecurity security,
        Profiles profiles,
        Groups groups,
        OAuthSignIn oauth,
        Completions completions,
        Agents agents,
        Runnable housekeeping) {
    /** A core whose driven ports all live in memory, but for those that the change replaces. */
    public static Core of(UnaryOperator<Parts> change) {
        return change.apply(new Parts()).build();
    }

    /** The driven ports of a core. Each has a default that lives in memory; every setter answers with this. */
    public static final class Parts {
        private InstantSource clock = SystemTime.CLOCK;
        private Ticker ticker = SystemTime.TICKER;
        private Optional<IdSource> ids = Optional.empty();
        private SecretSource secrets = SystemTime.SECRETS;
        private Transactions transactions;
        private AccountStore accountStore;
        private ProfileStore profileStore;
        private GroupStore groupStore;
        private MembershipStore membershipStore;
        private SessionStore sessionStore;
        private SigningKeyStore signingKeyStore;
        private IdentityStore identityStore;
        private OAuthStateStore oauthStateStore;
        private OAuthProviders oauthProviders = List::of;
        private List<RedirectUri> allowedRedirects = List.of();
        private ConversationStore conversationStore;
        private MemoryStore memoryStore;
        private Optional<PasswordHasher> passwordHasher = Optional.empty();
        private Optional<AccessTokens> accessTokens = Optional.empty();
        private Optional<RateGate> rateGate = Optional.empty();
        private ChatModel chatModel = ScriptedChatModel.echo();
        private SchemaValidator schemaValidator = new RequiredFieldsValidator();
        private final List<ToolInvoker> tools = new ArrayList<>();
        private Set<Email> adminEmails = Set.of();
        private Limits limits = Limits.DEFAULT;

        public Parts() {
            InMemoryTransactions memory = new InMemoryTransactions();
            transactions = memory;
            accountStore = new InMemoryAccountStore(memory);
            profileStore = new InMemoryProfileStore(memory);
            InMemoryMembershipStore memberships = new InMemoryMembershipStore(memory, profileStore);
            groupStore = new InMemoryGroupStore(memory, memberships);
            membershipStore = memberships;
            sessionStore = new InMemorySessionStore(memory);
            signingKeyStore = new InMemorySigningKeyStore(memory);
            identityStore = new InMemoryIdentityStore(memory);
            oauthStateStore = new InMemoryOAuthStateStore(memory);
            conversationStore = new InMemoryConversationStore(memory);
            memoryStore = new InMemoryMemoryStore(memory);
        }

        /** Tells the time. */
        public Parts clock(InstantSource clock) {
            this.clock = clock;
            return this;
        }

        /** Waits. */
        public Parts ticker(Ticker ticker) {
            this.ticker = ticker;
            return this;
        }

        /** Makes identifiers. */
        public Parts ids(IdSource ids) {
            this.ids = Optional.of(ids);
            return this;
        }

        /** Makes unpredictable bytes. */
        public Parts secrets(SecretSource secrets) {
            this.secrets = secrets;
            return this;
        }

        /** Makes several writes one; must be replaced together with all stores. */
        public Parts transactions(Transactions transactions) {
            this.transactions = transactions;
            return this;
        }

        /** Keeps accounts. */
        public Parts accountStore(AccountStore store) {
            this.accountStore = store;
            return this;
        }

        /** Keeps profiles. */
        public Parts profileStore(ProfileStore store) {
            this.profileStore = store;
            return this;
        }

        /** Keeps groups; must be replaced together with those who are in them and the profiles. */
        public Parts groupStore(GroupStore store) {
            this.groupStore = store;
            return this;
        }

        /** Keeps who is in which group. */
        public Parts membershipStore(MembershipStore store) {
            this.membershipStore = store;
            return this;
        }

        /** Keeps sessions. */
        public Parts sessionStore(SessionStore store) {
            this.sessionStore = store;
            return this;
        }

        /** Keeps the keys that tokens are signed with; the core itself does not use it. */
        public Parts signingKeyStore(SigningKeyStore store) {
            this.signingKeyStore = store;
            return this;
        }

        /** Keeps identities that are linked to accounts. */
        public Parts identityStore(IdentityStore store) {
            this.identityStore = store;
            return this;
        }

        /** Keeps sign-ins that were begun at a provider. */
        public Parts oauthStateStore(OAuthStateStore store) {
            this.oauthStateStore = store;
            return this;
        }

        /** Sign-in providers; without any, people sign in with a password alone. */
        public Parts oauthProviders(OAuthProviders providers) {
            this.oauthProviders = providers;
            return this;
        }

        /** Where providers may send browsers back to: these addresses and what is below them; none means anywhere. */
        public Parts allowedRedirects(List<RedirectUri> redirects) {
            this.allowedRedirects = List.copyOf(redirects);
            return this;
        }

        /** Keeps conversations. */
        public Parts conversationStore(ConversationStore store) {
            this.conversationStore = store;
            return this;
        }

        /** Keeps memories. */
        public Parts memoryStore(MemoryStore store) {
            this.memoryStore = store;
            return this;
        }

        /** Hashes passwords. */
        public Parts passwordHasher(PasswordHasher hasher) {
            this.passwordHasher = Optional.of(hasher);
            return this;
        }

        /** Makes and reads access tokens. */
        public Parts accessTokens(AccessTokens tokens) {
            this.accessTokens = Optional.of(tokens);
            return this;
        }

        /** Counts what somebody does against a limit. */
        public Parts rateGate(RateGate gate) {
            this.rateGate = Optional.of(gate);
            return this;
        }

        /** Answers as a language model. */
        public Parts chatModel(ChatModel model) {
            this.chatModel = model;
            return this;
        }

        /** Checks the arguments of tools. */
        public Parts schemaValidator(SchemaValidator validator) {
            this.schemaValidator = validator;
            return this;
        }

        /** Adds tools to those that were added before. */
        public Parts tools(ToolInvoker invoker) {
            this.tools.add(invoker);
            return this;
        }

        /** Whose accounts have the role {@code admin}. */
        public Parts adminEmails(Set<Email> emails) {
            this.adminEmails = Set.copyOf(emails);
            return this;
        }

        /** All bounds. */
        public Parts limits(Limits limits) {
            this.limits = limits;
            return this;
        }

        /** The clock that was set, for adapters that must agree with the core. */
        public InstantSource clock() {
            return clock;
        }

        /** The ticker that was set, for adapters that wait. */
        public Ticker ticker() {
            return ticker;
        }

        /** The store that was set, for an adapter of {@link AccessTokens} that signs. */
        public SigningKeyStore signingKeyStore() {
            return signingKeyStore;
        }

        /** Wires the core. Defaults that tell time or make secrets do so by the clock and the source that were set. */
        public Core build() {
            IdSource ids = this.ids.orElseGet(() -> new TimeOrderedIds(clock, secrets));
            PasswordHasher hasher = passwordHasher.orElseGet(() -> new Pbkdf2PasswordHasher(secrets));
            AccessTokens tokens = accessTokens.orElseGet(() -> new OpaqueAccessTokens(clock, secrets));
            Permissions permissions = new Permissions(adminEmails);
            RateGate rates = rateGate.orElseGet(() -> new InMemoryRateGate(clock));
            SessionKeeper.Sources sources = new SessionKeeper.Sources(clock, ids, secrets);
            SessionKeeper sessions =
                    new SessionKeeper(sources, accountStore, sessionStore, tokens, permissions, limits.account());
            HashGate gate = new HashGate(hasher, limits.account());
            AccountDesk.Stores stores = new AccountDesk.Stores(transactions, accountStore, profileStore);
            PasswordCheck passwords = new PasswordCheck(
                    gate, new SignInThrottle(rates, limits.account().signIns()));
            AccountDesk accounts = new AccountDesk(sources, stores, passwords, sessions);
            ProfileKeeper profiles = new ProfileKeeper(
                    clock,
                    ids,
                    new ProfileKeeper.Shelf(transactions, accountStore, profileStore),
                    sessions,
                    limits.group());
            GroupShelf shelf = new GroupShelf(transactions, profileStore, groupStore, membershipStore);
            GroupKeeper groups = new GroupKeeper(clock, ids, shelf, permissions, limits.group());
            SecurityDesk security = new SecurityDesk(stores, passwords, sessions, new GroupSuccession(shelf));
            OAuthSignIn oauth = oauth(ids, permissions, sessions);
            CompletionDesk completions = new CompletionDesk(chatModel);
            Toolbox toolbox = new Toolbox(tools, schemaValidator);
            AgentLoop loop = new AgentLoop(completions, new ToolRound(ticker, toolbox, limits.agent()), limits.agent());
            ChatArchive archive = new ChatArchive(
                    clock, ids, transactions, conversationStore, memoryStore, permissions, limits.agent());
            AgentDesk agents = new AgentDesk(clock, permissions, archive, toolbox, loop, limits.agent());
            return new Core(
                    accounts,
                    security,
                    profiles,
                    groups,
                    oauth,
                    completions,
                    agents,
                    new SessionSweep(sessionStore, clock, ticker));
        }

        private OAuthSignIn oauth(IdSource ids, Permissions permissions, SessionKeeper sessions) {
            OAuthLimits bounds = limits.oauth();
            IdentityLinks.Kept kept = new IdentityLinks.Kept(accountStore, profileStore, identityStore);
            IdentityLinks links = new IdentityLinks(clock, ids, kept, permissions, bounds);
            OAuthStates states = new OAuthStates(clock, secrets, oauthStateStore, bounds);
            return new OAuthDesk(oauthProviders, allowedRedirects, states, links, transactions, sessions);
        }
    }
}
