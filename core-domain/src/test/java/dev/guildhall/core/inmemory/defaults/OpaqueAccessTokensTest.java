package dev.guildhall.core.inmemory.defaults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.apikey.ApiKey;
import dev.guildhall.ports.session.AccessClaims;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.session.AccessTokens;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.account.AccessTokensContract;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

class OpaqueAccessTokensTest implements AccessTokensContract {
    private static final Caller.User USER = new Caller.User(
            new UserId(Sample.id("usr")),
            new ProfileId(Sample.id("prf")),
            new SessionId(Sample.id("ses")),
            EnumSet.of(Role.USER));

    private final ManualTicker clock = new ManualTicker(Sample.NOW);
    private final OpaqueAccessTokens tokens = new OpaqueAccessTokens(clock, SystemTime.SECRETS);

    @Override
    public AccessTokens accessTokens() {
        return tokens;
    }

    @Override
    public InstantSource clock() {
        return clock;
    }

    @Test
    void no_token_begins_as_an_api_key_does() {
        byte[] bytes = Base64.getUrlDecoder().decode(ApiKey.START + "a".repeat(40));
        OpaqueAccessTokens unlucky = new OpaqueAccessTokens(clock, count -> Arrays.copyOf(bytes, count));

        AccessToken token = unlucky.issue(new AccessClaims(USER, Sample.NOW, Sample.NOW.plusSeconds(900)));

        assertThat(token.value()).doesNotStartWith(ApiKey.START);
    }
}
