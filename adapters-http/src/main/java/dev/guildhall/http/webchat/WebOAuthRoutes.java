package dev.guildhall.http.webchat;

import dev.guildhall.http.Access;
import dev.guildhall.http.BrowserSessions;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.HtmlTemplate;
import dev.guildhall.http.Route;
import dev.guildhall.http.SessionCookie;
import dev.guildhall.http.account.AccountJson;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.admin.Administration;
import dev.guildhall.ports.oauth.AuthorizationCode;
import dev.guildhall.ports.oauth.BegunSignIn;
import dev.guildhall.ports.oauth.OAuthGrant;
import dev.guildhall.ports.oauth.OAuthSignIn;
import dev.guildhall.ports.oauth.OAuthState;
import dev.guildhall.ports.oauth.ProviderName;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.Accounts;
import dev.guildhall.ports.settings.Settings;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Sign-in of browsers with providers (chat-4), and linking of an identity to the account of a session. A cookie
 * binds the state to the browser that began: in another browser the provider's return address does not sign the user
 * in. A link begins with a POST, which no other site can send, so that no site can link its own identity to a visitor's
 * account. After a failure the browser returns to the page where it began, with the reason in the address; a state that is not
 * valid is 400.
 */
public final class WebOAuthRoutes {
    /** The path that providers return browsers to, followed by the name of the provider and {@code /callback}. */
    public static final String PATH = "/api/session/oauth";

    /** How many sign-ins of one browser may be open at once; further ones end the oldest. */
    private static final int MOST_AT_ONCE = 5;

    private static final String SEPARATOR = ".";
    private static final Pattern SEPARATORS = Pattern.compile("\\.");
    private static final Pattern STATE = Pattern.compile("[A-Za-z0-9_-]{1,100}");
    private static final URI HOME = URI.create("/");
    private static final String SIGN_IN_PAGE = "/sign-in";
    private static final String ACCOUNT_PAGE = "/account/providers";

    /**
     * @param registration who may register: {@code open}, {@code invited} or {@code closed}
     * @param needsAdmin whether there is no administrator, so that the setup link makes one
     */
    record ProvidersJson(
            List<AccountJson.ProviderJson> providers, String registration, boolean needsAdmin, boolean mail) {}

    record BegunLinkJson(String authorizationUrl) {}

    private final OAuthSignIn oauth;
    private final Administration administration;
    private final Accounts accounts;
    private final Settings settings;
    private final BrowserSessions browsers;
    private final Supplier<String> address;

    /**
     * @param address the address of the service that users open now, without a slash at its end
     */
    public WebOAuthRoutes(
            OAuthSignIn oauth,
            Administration administration,
            Accounts accounts,
            Settings settings,
            BrowserSessions browsers,
            Supplier<String> address) {
        this.oauth = oauth;
        this.administration = administration;
        this.accounts = accounts;
        this.settings = settings;
        this.browsers = browsers;
        this.address = address;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/session/providers", Access.PUBLIC, this::providers),
                Route.get(PATH + "/{provider}", Access.PUBLIC, this::begin),
                Route.post(PATH + "/{provider}", Access.SESSION, this::beginLink),
                Route.get(PATH + "/{provider}/callback", Access.SIGN_IN, this::end));
    }

    private void providers(Exchange exchange) {
        List<AccountJson.ProviderJson> providers = oauth.providers(exchange.caller()).stream()
                .map(AccountJson.ProviderJson::of)
                .toList();
        boolean needsAdmin = administration.awaitsFirstAdmin(exchange.caller());
        String registration = accounts.registration(exchange.caller()).wireName();
        exchange.json(
                200, new ProvidersJson(providers, registration, needsAdmin, settings.sendsMail(exchange.caller())));
    }

    private void begin(Exchange exchange) {
        try {
            ProviderName provider = new ProviderName(exchange.path("provider"));
            if (browsers.user(exchange).isPresent()) {
                exchange.redirect(URI.create(ACCOUNT_PAGE + "?link=" + provider.value()));
                return;
            }
            BegunSignIn begun = oauth.begin(exchange.caller(), provider, callback(provider));
            exchange.cookie(begun(exchange, browsers.signIn(exchange), begun));
            exchange.redirect(begun.authorizationUrl());
        } catch (Refusal refusal) {
            exchange.redirect(failed(SIGN_IN_PAGE, reason(refusal.problem())));
        }
    }

    private void beginLink(Exchange exchange) {
        ProviderName provider = new ProviderName(exchange.path("provider"));
        BegunSignIn begun = oauth.begin(exchange.caller(), provider, callback(provider));
        exchange.cookie(begun(exchange, browsers.link(exchange), begun));
        exchange.secretJson(200, new BegunLinkJson(begun.authorizationUrl().toString()));
    }

    /** The states of the latest sign-ins of this browser, each of which may be in a tab of its own. */
    private static String begun(Exchange exchange, SessionCookie kept, BegunSignIn begun) {
        List<String> states = new ArrayList<>(states(exchange, kept));
        states.addFirst(begun.state().value());
        return kept.with(String.join(SEPARATOR, states.subList(0, Math.min(states.size(), MOST_AT_ONCE))));
    }

    private static List<String> states(Exchange exchange, SessionCookie kept) {
        return exchange.cookieValue(kept).stream()
                .flatMap(SEPARATORS::splitAsStream)
                .filter(state -> STATE.matcher(state).matches())
                .limit(MOST_AT_ONCE)
                .toList();
    }

    private RedirectUri callback(ProviderName provider) {
        return new RedirectUri(address.get() + PATH + "/" + provider.value() + "/callback");
    }

    private void end(Exchange exchange) {
        boolean isLink = isBegun(exchange, browsers.link(exchange));
        boolean isSignIn = !isLink && isBegun(exchange, browsers.signIn(exchange));
        if (isLink || isSignIn) {
            exchange.cookie(ended(exchange, isLink ? browsers.link(exchange) : browsers.signIn(exchange)));
        }
        String page = isLink ? ACCOUNT_PAGE : SIGN_IN_PAGE;
        Optional<String> code = exchange.query("code");
        if (!isLink && !isSignIn) {
            notValid(exchange, browsers.user(exchange).isPresent() ? HOME.getPath() : SIGN_IN_PAGE);
        } else if (code.isEmpty()) {
            boolean isDenied =
                    exchange.query("error").filter("access_denied"::equals).isPresent();
            exchange.redirect(failed(page, isDenied ? "denied" : "refused"));
        } else {
            orNotValid(exchange, page, () -> exchange.redirect(ended(exchange, code.get(), isLink)));
        }
    }

    private static void orNotValid(Exchange exchange, String page, Runnable work) {
        try {
            work.run();
        } catch (Refusal refusal) {
            if (!(refusal.problem() instanceof AccountProblem.StateNotValid)) {
                throw refusal;
            }
            notValid(exchange, page);
        }
    }

    /** The address was used before, is too old, or belongs to another browser: the service for integrations answers alike. */
    private static void notValid(Exchange exchange, String back) {
        if (!exchange.prefersPage()) {
            throw Refusal.invalid("state", "is not known, was used already, or has expired; sign in again");
        }
        HtmlTemplate.failed(exchange, "Not signed in", "Begin again.", back, "Go back");
    }

    private static boolean isBegun(Exchange exchange, SessionCookie kept) {
        return states(exchange, kept).stream().anyMatch(own -> isReturned(exchange, own));
    }

    private static boolean isReturned(Exchange exchange, String state) {
        return exchange.query("state").filter(sent -> equal(state, sent)).isPresent();
    }

    private static String ended(Exchange exchange, SessionCookie kept) {
        List<String> others = states(exchange, kept).stream()
                .filter(state -> !isReturned(exchange, state))
                .toList();
        return others.isEmpty() ? kept.cleared() : kept.with(String.join(SEPARATOR, others));
    }

    private static boolean equal(String own, String sent) {
        return MessageDigest.isEqual(own.getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
    }

    private URI ended(Exchange exchange, String code, boolean isLink) {
        try {
            ProviderName provider = new ProviderName(exchange.path("provider"));
            Optional<OAuthState> state = exchange.query("state").map(OAuthState::new);
            OAuthGrant grant = new OAuthGrant(provider, new AuthorizationCode(code), callback(provider), state);
            return isLink ? linked(exchange, grant) : signedIn(exchange, grant);
        } catch (Refusal refusal) {
            if (refusal.problem() instanceof AccountProblem.SecondFactorRequired required) {
                // The page has the options for passkeys by itself: a list of credentials may be too long for a header.
                String passkey = required.credentials().isPresent() ? "&passkey" : "";
                return URI.create(SIGN_IN_PAGE + "#" + required.challenge() + passkey);
            }
            return failed(isLink ? ACCOUNT_PAGE : SIGN_IN_PAGE, reason(refusal.problem()));
        }
    }

    private URI signedIn(Exchange exchange, OAuthGrant grant) {
        browsers.begin(exchange, browsers.sessions().signIn(exchange.caller(), grant));
        return HOME;
    }

    private URI linked(Exchange exchange, OAuthGrant grant) {
        Optional<Caller.User> user = browsers.user(exchange);
        if (user.isEmpty()) {
            return failed(SIGN_IN_PAGE, "session");
        }
        oauth.link(user.get(), grant);
        return URI.create(ACCOUNT_PAGE + "?linked=" + grant.provider().value());
    }

    private static URI failed(String page, String reason) {
        return URI.create(page + "?error=" + reason);
    }

    /**
     * The page has texts for these reasons. A problem that is not the user's or the provider's fault is thrown again.
     */
    private static String reason(Problem problem) {
        return switch (problem) {
            case AccountProblem.CodeRefused ignored -> "refused";
            case AccountProblem.ProviderUnavailable ignored -> "unavailable";
            case AccountProblem.AccountNotLinked ignored -> "not_linked";
            case AccountProblem.IdentityTaken ignored -> "taken";
            case AccountProblem.TooManyIdentities ignored -> "too_many";
            case CommonProblem.Invalid ignored -> "provider";
            case CommonProblem.Forbidden ignored -> "closed";
            default -> throw new Refusal(problem);
        };
    }
}
