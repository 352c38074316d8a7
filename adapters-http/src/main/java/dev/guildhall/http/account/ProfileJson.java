package dev.guildhall.http.account;

import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.profile.Avatar;
import dev.guildhall.ports.profile.OwnProfile;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.profile.ProfileActivation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON of one profile; {@code avatar} is null without a picture. */
record ProfileJson(String id, String displayName, @Nullable String avatar, boolean isActive) {
    static ProfileJson of(OwnProfile own) {
        Profile profile = own.profile();
        return new ProfileJson(
                profile.id().value(),
                profile.displayName().value(),
                profile.avatar().map(Avatar::value).orElse(null),
                own.isActive());
    }

    /** A page of profiles; {@code nextCursor} is null on the last page. */
    record PageJson(List<ProfileJson> profiles, @Nullable String nextCursor) {
        static PageJson of(Page<OwnProfile> page) {
            return new PageJson(
                    page.items().stream().map(ProfileJson::of).toList(),
                    page.next().map(Cursor::encode).orElse(null));
        }
    }

    record ActivationJson(String activeProfileId, String accessToken, long expiresIn) {
        static ActivationJson of(ProfileActivation activation) {
            return new ActivationJson(
                    activation.activeProfileId().value(),
                    activation.accessToken().value(),
                    activation.expiresIn().toSeconds());
        }
    }
}
