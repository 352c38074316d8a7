package dev.guildhall.core.account;

import dev.guildhall.core.security.AllowedRedirects;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdentityId;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.oauth.AuthorizationRequest;
import dev.guildhall.ports.oauth.BegunSignIn;
import dev.guildhall.ports.oauth.CodeExchange;
import dev.guildhall.ports.oauth.ExternalIdentity;
import dev.guildhall.ports.oauth.LinkedIdentity;
import dev.guildhall.ports.oauth.OAuthGrant;
import dev.guildhall.ports.oauth.OAuthProof;
import dev.guildhall.ports.oauth.OAuthProvider;
import dev.guildhall.ports.oauth.OAuthProviders;
import dev.guildhall.ports.oauth.OAuthSignIn;
import dev.guildhall.ports.oauth.ProviderDetails;
import dev.guildhall.ports.oauth.ProviderName;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.SignedIn;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** Sign-in with providers. Calls of providers happen outside of transactions. */
public final class OAuthSignInService implements OAuthSignIn {
    /** An opened session, or the refusal of one that needs a second step. */
    private record Entered(Account account, Optional<SessionService.Opened> opened, Optional<Refusal> required) {}

    private final OAuthProviders providers;
    private final AllowedRedirects redirects;
    private final OAuthStates states;
    private final IdentityLinks links;
    private final Transactions transactions;
    private final SessionService sessions;
    private final SecondFactors seconds;
    private final SignInMails signInMails;

    public OAuthSignInService(
            OAuthProviders providers,
            AllowedRedirects redirects,
            OAuthStates states,
            IdentityLinks links,
            Transactions transactions,
            SessionService sessions,
            SecondFactors seconds,
            SignInMails signInMails) {
        this.providers = providers;
        this.redirects = redirects;
        this.states = states;
        this.links = links;
        this.transactions = transactions;
        this.sessions = sessions;
        this.seconds = seconds;
        this.signInMails = signInMails;
    }

    @Override
    public List<ProviderDetails> providers(Caller caller) {
        return providers.all().stream().map(OAuthProvider::details).toList();
    }

    @Override
    public BegunSignIn begin(Caller caller, ProviderName name, RedirectUri redirectUri) {
        OAuthProvider provider = provider(name);
        redirects.require(redirectUri);
        AuthorizationRequest request = states.fresh(redirectUri);
        URI authorizationUrl = provider.authorizationUrl(request);
        states.keep(caller, name, request);
        return new BegunSignIn(authorizationUrl, request.state());
    }

    @Override
    public SignedIn signIn(Caller caller, OAuthGrant grant) {
        ExternalIdentity identity = identityOf(caller, grant);
        Entered entered = links.againIfRaced(() -> {
            Account account = links.accountOf(caller, grant.provider(), identity);
            links.requireEnabled(account);
            Optional<Refusal> required = seconds.challenge(account);
            if (required.isPresent()) {
                return new Entered(account, Optional.empty(), required);
            }
            SessionService.Opened opened = sessions.open(caller, account);
            signInMails.note(account, opened.session().origin());
            links.noteSignIn(caller, grant.provider(), opened.session());
            return new Entered(account, Optional.of(opened), required);
        });
        Account account = entered.account();
        SessionService.Opened opened =
                entered.opened().orElseThrow(() -> entered.required().orElseThrow());
        return new SignedIn(account.id(), account.activeProfileId(), sessions.tokens(account, opened));
    }

    @Override
    public LinkedIdentity link(Caller caller, OAuthGrant grant) {
        Caller.User user = caller.requireSession();
        ExternalIdentity identity = identityOf(user, grant);
        return transactions.inTransaction(() -> links.link(user, grant.provider(), identity));
    }

    @Override
    public Page<LinkedIdentity> identities(Caller caller, PageRequest page) {
        List<LinkedIdentity> all = links.ofUser(caller.requireSession().userId());
        return Page.newestFirst(all, page, LinkedIdentity::id);
    }

    @Override
    public void unlink(Caller caller, IdentityId id) {
        Caller.User user = caller.requireSession();
        transactions.run(() -> links.unlink(user, id));
    }

    private ExternalIdentity identityOf(Caller caller, OAuthGrant grant) {
        OAuthProvider provider = provider(grant.provider());
        redirects.require(grant.redirectUri());
        Optional<OAuthProof> proof = states.redeem(caller, grant);
        try {
            return provider.exchange(new CodeExchange(grant.code(), grant.redirectUri(), proof));
        } catch (Refusal refusal) {
            boolean stateMissing = proof.isEmpty() && refusal.problem() instanceof AccountProblem.CodeRefused;
            throw stateMissing ? new Refusal(new AccountProblem.CodeRefusedWithoutState()) : refusal;
        }
    }

    private OAuthProvider provider(ProviderName name) {
        return providers
                .find(name)
                .orElseThrow(() -> Refusal.invalid("provider", "there is no provider " + name.value()));
    }
}
