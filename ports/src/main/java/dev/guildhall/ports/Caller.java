package dev.guildhall.ports;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/**
 * The caller of an operation: the first parameter of every method of a driving port. The domain learns in no other way
 * who calls.
 */
public sealed interface Caller {
    /**
     * A caller who has not signed in.
     *
     * @param clientAddress where the request comes from, as text; the key for limits before sign-in
     * @param userAgent what the client says that it is, as text; absent when it says nothing
     */
    record Anonymous(String clientAddress, Optional<String> userAgent) implements Caller {
        /** A caller who does not say what the client is. */
        public Anonymous(String clientAddress) {
            this(clientAddress, Optional.empty());
        }
    }

    /**
     * A caller who has signed in.
     *
     * @param userId the account
     * @param profileId the profile that the caller acts as
     * @param sessionId the sign-in that the caller's token belongs to
     * @param roles what the account may do in the whole installation
     * @param allowedTools the only tools that the server may use on the caller's behalf, also by the tasks and workflows
     *     that it creates (agents-7); absent means all that the account may use
     * @param key the API key that the caller uses instead of a session, whose identifier the session has then; absent
     *     for a caller who has signed in
     * @param work the answer or the task whose tools call on the caller's behalf
     */
    record User(
            UserId userId,
            ProfileId profileId,
            SessionId sessionId,
            Set<Role> roles,
            Optional<AllowedTools> allowedTools,
            Optional<Key> key,
            Work work)
            implements Caller {
        public User {
            roles = Set.copyOf(roles);
        }

        /** Creates a caller on whose behalf no tool calls. */
        public User(
                UserId userId,
                ProfileId profileId,
                SessionId sessionId,
                Set<Role> roles,
                Optional<AllowedTools> allowedTools,
                Optional<Key> key) {
            this(userId, profileId, sessionId, roles, allowedTools, key, Work.NONE);
        }

        /** Creates a caller who has signed in. */
        public User(
                UserId userId,
                ProfileId profileId,
                SessionId sessionId,
                Set<Role> roles,
                Optional<AllowedTools> allowedTools) {
            this(userId, profileId, sessionId, roles, allowedTools, Optional.empty());
        }

        /** Creates a caller who may use all tools of the account. */
        public User(UserId userId, ProfileId profileId, SessionId sessionId, Set<Role> roles) {
            this(userId, profileId, sessionId, roles, Optional.empty());
        }

        /** The same caller, restricted to these tools. Tools that the caller could not use before stay forbidden. */
        public User restrictedTo(Collection<String> tools) {
            AllowedTools left =
                    allowedTools.map(allowed -> allowed.and(tools)).orElseGet(() -> new AllowedTools(tools));
            return new User(userId, profileId, sessionId, roles, Optional.of(left), key, work);
        }

        /** The same caller with these roles instead. */
        public User withRoles(Set<Role> now) {
            return new User(userId, profileId, sessionId, now, allowedTools, key, work);
        }

        /** The same caller, on whose behalf the tools of that answer or task call; its hops never get fewer. */
        public User in(Work now) {
            return new User(userId, profileId, sessionId, roles, allowedTools, key, now.afterHops(work.hops()));
        }

        /** The same caller, whose request at least so many deliveries to webhooks have led to (webhooks-13). */
        public User afterHops(int hops) {
            return in(work.afterHops(hops));
        }

        /**
         * Whether the server may use a tool of this name on the caller's behalf. Every tool needs the service {@code
         * tools}; a test run and a task that a tool starts need their own service too (keys-4).
         */
        public boolean mayUse(String tool) {
            return allowedTools.map(allowed -> allowed.contains(tool)).orElse(true)
                    && mayCall("tools")
                    && (!tool.startsWith("testrun.") || mayCall("runs"))
                    && (!tool.startsWith("builtin.task_") || mayCall("orchestration"));
        }

        /** Whether the server may use every tool on the caller's behalf: no list of tools or services forbids one. */
        public boolean mayUseAllTools() {
            return allowedTools.isEmpty() && mayCall("tools");
        }

        /** Whether the caller may call the service of this name. */
        public boolean mayCall(String service) {
            return key.flatMap(Key::services)
                    .map(allowed -> allowed.contains(service))
                    .orElse(true);
        }

        /** Whether the server may ask this model on the caller's behalf. */
        public boolean mayAsk(String model) {
            return key.flatMap(Key::models)
                    .map(allowed -> allowed.contains(model))
                    .orElse(true);
        }

        /**
         * The user for whose limits the caller's requests count (general-24): the caller, unless the
         * key belongs to a group.
         */
        public UserId countsFor() {
            return key.map(Key::countsFor).orElse(userId);
        }

        /**
         * The user for whose limits it counts what the caller stores for an owner, instead of the owner (general-24);
         * absent means the owner.
         */
        public Optional<UserId> countsForInsteadOf(UserId owner) {
            return Optional.of(countsFor()).filter(user -> owner.equals(userId) && !user.equals(owner));
        }

        /** Whether the caller sees the resources of all users. */
        public boolean isAdmin() {
            return roles.contains(Role.ADMIN);
        }
    }

    /**
     * An answer or a task whose tools call on behalf of its user. The tasks and workflows that they create belong to it
     * (approvals-7).
     *
     * @param chatId the chat of the answer, or that created the task; absent outside of chats
     * @param asksApproval whether the calls of what they create wait for the user where the user's policy says so
     * @param hops how many deliveries to webhooks have led to it, one after the other (webhooks-13); 0 or more
     */
    record Work(Optional<ChatId> chatId, boolean asksApproval, int hops) {
        /** No answer and no task. */
        public static final Work NONE = new Work(Optional.empty(), false);

        /** Creates an answer or a task that no delivery to a webhook has led to. */
        public Work(Optional<ChatId> chatId, boolean asksApproval) {
            this(chatId, asksApproval, 0);
        }

        Work afterHops(int atLeast) {
            return new Work(chatId, asksApproval, Math.max(hops, atLeast));
        }
    }

    /**
     * The API key of a caller, with what it may reach (keys-2). Its tools are the caller's
     * {@link User#allowedTools}.
     *
     * @param id which key
     * @param countsFor the user for whose limits its use counts: its owner, or for the key of a group the user who made
     *     it (general-24)
     * @param services the names of the services that it may call; absent means all
     * @param models the identifiers of the models that it may ask; absent means all
     * @param limits its own limits, beside those of the account
     */
    record Key(
            ApiKeyId id,
            UserId countsFor,
            Optional<Set<String>> services,
            Optional<Set<String>> models,
            Limits limits) {
        public Key {
            services = services.map(Set::copyOf);
            models = models.map(Set::copyOf);
        }

        /**
         * The limits of an API key.
         *
         * @param requests how many it may send
         * @param tokens how many tokens of models it may use
         * @param budget what its use of models may cost; absent means that there is no limit
         */
        public record Limits(RateLimit requests, RateLimit tokens, Optional<Budget> budget) {
            /** No limits. */
            public static final Limits NONE = new Limits(RateLimit.NONE, RateLimit.NONE, Optional.empty());
        }
    }

    /** A caller inside this process who has not signed in. */
    static Caller anonymous() {
        return new Anonymous("local");
    }

    /**
     * The signed-in caller.
     *
     * @throws Refusal with {@code CommonProblem.Unauthenticated} when the caller has not signed in
     */
    default User requireUser() {
        return switch (this) {
            case User user -> user;
            case Anonymous ignored -> throw new Refusal(new CommonProblem.Unauthenticated("no access token was sent"));
        };
    }

    /**
     * The caller, who has signed in and uses no API key: the only one who changes accounts, sessions and keys.
     *
     * @throws Refusal with {@code CommonProblem.Unauthenticated} when the caller has not signed in, with
     *     {@code CommonProblem.Forbidden} when the caller uses an API key
     */
    default User requireSession() {
        User user = requireUser();
        if (user.key().isPresent()) {
            throw new Refusal(new CommonProblem.Forbidden("an API key may not do this; sign in"));
        }
        return user;
    }
}
