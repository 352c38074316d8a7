package dev.guildhall.http.token;

import dev.guildhall.core.Parts;
import dev.guildhall.ports.session.AccessTokens;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.contract.account.AccessTokensContract;
import java.time.Instant;
import java.time.InstantSource;

class JwtAccessTokensContractTest implements AccessTokensContract {
    private final InstantSource clock = new ManualTicker(Instant.parse("2026-01-01T00:00:00Z"));
    private final AccessTokens tokens = new JwtAccessTokens(
            new Parts().signingKeyMaker(new LentKeys()).signingKeySource(),
            new JwtAccessTokens.IssuerIdentity("http://us", true, "guildhall"),
            clock);

    @Override
    public AccessTokens accessTokens() {
        return tokens;
    }

    @Override
    public InstantSource clock() {
        return clock;
    }
}
