package dev.guildhall.core.inmemory;

import dev.guildhall.core.time.ManualTicker;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.contract.account.AccessTokensContract;
import dev.guildhall.ports.session.AccessTokens;
import java.time.InstantSource;

class OpaqueAccessTokensTest implements AccessTokensContract {
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
}
