package dev.guildhall.app;

/**
 * Episodes for long conversations, written as {@link DialogueCards} are, by topic: four episodes for each, so that both
 * speakers have some and every question has similar wrong answers. {@code ~} is a question in the words of the
 * conversation. A topic begins with {@code =} and a question about all episodes of one speaker; the turns that contain
 * its answer begin with {@code !} after the speaker.
 */
final class LongDialogueCards {
    static final String FIRST = """
        = What has {a} painted or drawn?
        b I remember you wanted to get back to your brushes. Did anything come of it?
        a! I did a big canvas of the old lighthouse at dusk last week, mostly in oranges. It felt like breathing again.
        b The colours in that painting are stunning! What made you choose that place?
        a My grandmother used to take me there, so it stands for feeling safe.
        ? When did {a} paint the lighthouse? | 1
        ? Why does that building matter to {a}? | 3
        ~ What does the lighthouse stand for to {a}? | 3

        a! Check this out, I sketched our street in ink during the train strike. Took me four hours!
        b Such detail in this drawing, I can even see the bakery sign. Are you going to frame it?
        a I'm giving it to Mr Okafor from next door, he is moving to Ghana next month.
        ? Who will receive {a}'s picture of the street? | 2
        ? How long did the ink sketch take {a}? | 0
        ~ Who is {a} giving the drawing of the street to? | 2

        b How did the art show at the library turn out?
        a Better than I hoped! Two of my pieces sold, and a lady asked me to teach her daughter.
        b You are such a gifted artist. Which ones did people buy?
        a! The one with the herons, and the small portrait of our postman.
        ? Which works of {a} found a buyer? | 3
        ? What was {a} asked to do at the exhibition? | 1
        ~ Which pieces did {a} sell at the art show at the library? | 3

        a I've been trying watercolours with my nephew, he calls it wet colouring.
        b Ha, kids and painting, what could go wrong! What do the two of you make?
        a! Mostly whales. He wants one for every room, and I'm not allowed to leave out the barnacles.
        ? What does {a} paint together with the little boy? | 2
        ? Who joins {a} for watercolours? | 0
        ~ What do {a} and the nephew paint in watercolours? | 2

        = What animals does {a} own?
        b You look worn out, is it the new arrival?
        a! Yes! We picked up a rescue greyhound on Saturday, she's called Juno and she steals socks.
        b A dog at last! How is she getting along with everybody?
        a She is scared of the vacuum cleaner, otherwise she sleeps twenty hours a day.
        ? What is the name of {a}'s dog? | 1
        ? What frightens {a}'s dog? | 3
        ~ When did {a} pick up the rescue greyhound? | 1

        a! Guess what, my daughter talked me into two guinea pigs, Salt and Pepper.
        b Aww, how adorable! Who cleans the cage though?
        a We have a plan on the fridge. So far it has been me five times out of six.
        ? Who convinced {a} to get guinea pigs? | 0
        ? How is the work with the small pets shared at {a}'s home? | 2
        ~ What are the names of {a}'s guinea pigs? | 0

        b Any news from the vet?
        a! The old cat needs to lose two kilos and gets tablets for her kidneys. Poor Mitzi hates both ideas.
        b Oh no, I hope that your cat feels better soon!
        a She is fourteen, so I am thankful for every month.
        ? What did the vet say about {a}'s cat? | 1
        ? How old is {a}'s cat? | 3
        ~ Why does {a}'s cat get tablets? | 1

        a! I finally set up the aquarium that stood in the cellar for years. Six neon fish and one grumpy snail.
        b Sounds so peaceful. I could watch fish for hours. What made you do it now?
        a My therapist said that I should have something slow to look at in the evening.
        ? Why did {a} set up the fish tank? | 2
        ? What lives in {a}'s aquarium? | 0
        ~ What fish does {a} have in the aquarium? | 0

        = Which places has {a} travelled to?
        b Welcome back! I want to hear everything.
        a! Iceland was unreal. We drove the ring road for ten days and slept in a van.
        b I'd love to take a trip like that. What was the best moment?
        a Sitting in a hot spring at midnight while it snowed on our heads.
        ? What did {a} enjoy most in Iceland? | 3
        ? How long was {a} on the road around Iceland? | 1
        ~ How many days did {a} drive around Iceland? | 1

        a My cousin got married in Kerala, so we all flew over at the end of January.
        b Wow, an Indian wedding! How was the journey?
        a! Long! We stopped over in Doha, but four days of dancing made up for it.
        ? Whose wedding did {a} attend? | 0
        ? In which city did {a} change planes? | 2
        ~ When did {a} fly to Kerala? | 0

        b Did you make it to the mountains after all?
        a! We did, the whole family hiked in the Dolomites two weekends ago. My youngest walked eleven kilometres without a word of complaint.
        b I need a hike like that! Did you camp up there?
        a No tent this time, we stayed in a hut with forty snoring strangers.
        ? Where did {a} spend the night in the mountains? | 3
        ? When did {a} go hiking with the family? | 1
        ~ How far did {a}'s youngest walk on the hike in the Dolomites? | 1

        a! I booked a sleeper train to Vienna for the autumn break, the kids have never spent a night on rails.
        b That's exciting! Travelling with children can be so much fun. What will you see there?
        a The butterfly house above all. And cake, an awful lot of cake.
        ? How will {a} get to Austria? | 0
        ? What is {a} going to visit in Vienna? | 2
        ~ When is {a} going to Vienna by train? | 0

        = What does {a} do to help other people?
        b What have you been up to lately?
        a! On Thursday I gave my first shift at the crisis line. Four calls, and I cried after the second.
        b That takes such strength. What made you want to volunteer there?
        a Somebody answered when I rang that number at twenty-two. I never forgot her voice.
        ? When did {a} start at the helpline? | 1
        ? What motivated {a} to work for the crisis line? | 3
        ~ How many calls did {a} take on the first shift at the crisis line? | 1

        a! We collected winter coats at the office, three hundred and twelve of them for the shelter.
        b You are amazing for helping people like that! How did you carry them all?
        a My brother lent me the fire brigade's van, please don't tell anyone.
        ? How many coats did {a} collect? | 0
        ? Whose vehicle was used to bring the clothes away? | 2
        ~ Where did {a} collect the winter coats? | 0

        b How's the mentoring going?
        a! My mentee Leila got into engineering school! She called me before she called her mum.
        b It's wonderful to see how your support changes lives.
        a It began with one hour of maths a week, that's two years ago now.
        ? What did the young person whom {a} mentors achieve? | 1
        ? How did {a} begin mentoring Leila? | 3
        ~ What school did {a}'s mentee Leila get into? | 1

        a! The river clean-up was on Sunday, we pulled out nine bicycles and a piano stool.
        b Volunteering for nature, I love it. Were there many people?
        a About sixty, most of them from the mosque and the rowing club.
        ? What was found during {a}'s clean-up of the river? | 0
        ? Who took part in {a}'s clean-up? | 2
        ~ When was the river clean-up that {a} went to? | 0

        = What sports does {a} do?
        b You've been quiet. Is the knee still bad?
        a! It is healing. The physio lets me row again, twenty minutes every other morning.
        b Exercise is the best medicine, I'm glad for you! When may you compete again?
        a Not before the regatta in May, if I behave.
        ? What kind of training is {a} allowed to do? | 1
        ? When can {a} take part in races again? | 3
        ~ How often does the physio let {a} row? | 1

        a! I signed up for a climbing course, me, with my fear of heights!
        b Wow, so brave! How did the first lesson go?
        a I froze at three metres and a nine-year-old talked me down.
        ? What happened to {a} at the first climbing lesson? | 2
        ? What is {a} afraid of? | 0
        ~ What course did {a} sign up for despite the fear of heights? | 0

        b Did your team win?
        a! We lost the final by one goal, but I was voted goalkeeper of the tournament.
        b Handball sounds like such a tough sport. Congratulations!
        a Thanks, the trophy stands in the bathroom since my partner won't have it in the living room.
        ? What award did {a} get? | 1
        ? Where does {a} keep the trophy? | 3
        ~ By how many goals did {a}'s team lose the final? | 1

        a! My morning yoga has become sacred, I haven't missed a day since the first of March.
        b I should do sport as well. Doesn't it get boring?
        a I put on my dad's old jazz records, so it's half concert.
        ? Since when has {a} been practising yoga daily? | 0
        ? What does {a} listen to while exercising? | 2
        ~ When does {a} do yoga? | 0

        = What has {a} been reading?
        b Have you read anything good?
        a! My aunt sent me The Remains of the Day and I finished it in two nights. It broke me.
        b Books can do that. What touched you so much?
        a How he keeps on polishing silver while his life passes by.
        ? Which book did {a} get from a relative? | 1
        ? What moved {a} in the novel? | 3
        ~ How many nights did {a} need to finish The Remains of the Day? | 1

        a! Our book club meets at the bakery now, we're on Beloved and the croissants are winning.
        b A reading group sounds lovely! How many are you?
        a Seven, and only two ever finish the book.
        ? How large is {a}'s book club? | 2
        ? Where does {a}'s reading circle come together? | 0
        ~ What is {a}'s book club reading? | 0

        b What is that huge thing in your bag?
        a! An encyclopaedia of mushrooms, from 1962. I found it in a box on the pavement.
        b Ha, you and your books! Do you even go and pick any?
        a Not yet, but the forest tour with a guide is on the 9th of October.
        ? When does {a} go mushroom hunting? | 3
        ? How did {a} come by the old encyclopaedia? | 1
        ~ From what year is {a}'s encyclopaedia of mushrooms? | 1

        a! I'm reading Matilda to the twins every night, they make me do all of the voices.
        b I loved that book as a child! Who is their favourite?
        a Miss Honey for one of them, the newt for the other.
        ? What does {a} read to the children? | 0
        ? Which characters do {a}'s children like best? | 2
        ~ When does {a} read Matilda to the twins? | 0
        """;

    static final String SECOND = """
        = Which instruments or kinds of music does {a} play?
        b I heard something through the wall on the phone yesterday, was that you?
        a! Guilty! I am taking accordion lessons since Easter, my teacher is eighty-one.
        b Music keeps us young! Do you like it?
        a Love it. Though the dog howls at every tango.
        ? How old is the person who teaches {a} music? | 1
        ? How does {a}'s pet react to the playing? | 3
        ~ Since when has {a} been taking accordion lessons? | 1

        a! The choir sings Mozart's Requiem in the cathedral on the 2nd of November and I have a tiny solo.
        b That's huge, a solo! Are you nervous about the concert?
        a I have dreamt three times that I come in too early.
        ? When is {a}'s concert? | 0
        ? What does {a} dream about before the performance? | 2
        ~ What does {a}'s choir sing in the cathedral? | 0

        b Who taught you to play like that?
        a! Nobody, I learned the ukulele from videos while my leg was in plaster.
        b Haha, that's making music out of misery! How did you break it?
        a I slipped on a fish in the market hall. Yes, on a fish.
        ? How did {a} get injured? | 3
        ? How did {a} learn the ukulele? | 1
        ~ Why did {a} learn the ukulele from videos? | 1

        a! I put together a playlist of old soul for the party and ended up DJing until four.
        b Your taste in music is the best! Who was celebrating?
        a My boss, she turned fifty and outdanced all of the interns.
        ? Whose birthday did {a} play music at? | 2
        ? Until what time did {a} play records? | 0
        ~ What was on the playlist that {a} put together for the party? | 0

        = What has {a} cooked or baked?
        b It smells great on this video call. What's in the oven?
        a! Plum tart after the recipe of my neighbour. The trick is to salt the dough.
        b You're such a good cook! Who is it for?
        a The nurses who looked after my father, I bring them something on the first Sunday of each month.
        ? Whom does {a} bake for? | 3
        ? Which trick makes {a}'s pastry good? | 1
        ~ Whose recipe did {a} use for the plum tart? | 1

        a! My first kimchi exploded in the cupboard. The kitchen smelled for a week.
        b Oh no! Cooking accidents are the worst. Will you try again?
        a In a bucket, on the balcony, with a lid that breathes.
        ? What went wrong with the fermented cabbage that {a} made? | 0
        ? How will {a} do it next time? | 2
        ~ How long did {a}'s kitchen smell after the kimchi exploded? | 0

        b How was the dinner for your in-laws?
        a! The risotto turned to glue, so we ordered pizza and laughed. His mother even asked for the recipe of the glue.
        b Good food is about company anyway.
        a She has invited us to Trieste for New Year's Eve now.
        ? What happened to the rice dish that {a} prepared? | 1
        ? Where will {a} be on the last day of the year? | 3
        ~ What did {a} order when the risotto turned to glue? | 1

        a I can't have gluten any more, the test came back on Monday.
        b That's hard, you love baking bread so much! What will you eat?
        a! Buckwheat pancakes until I'm sick of them, I made a batch of thirty.
        ? Which food does {a} have to avoid? | 0
        ? When did {a} learn about the intolerance? | 0
        ? What does {a} eat in place of bread? | 2
        ~ How many buckwheat pancakes did {a} make? | 2

        = What changes at work has {a} gone through?
        b You sounded stressed in your message. What's wrong at the office?
        a! They are closing our branch at the end of June. Twenty-three people, and I had to tell them.
        b I'm so sorry, work can be so cruel. What about yourself?
        a I could go to Leeds with the firm, but my mother needs me here.
        ? How many colleagues of {a} are losing their jobs? | 1
        ? Why doesn't {a} want to relocate? | 3
        ~ When is {a}'s branch closing? | 1

        a! It's official, the shop is mine! I signed the papers for the repair café this morning.
        b Running your own business, what a dream! When does it open?
        a On the 15th, if the electrician ever answers his phone.
        ? What kind of company did {a} start? | 0
        ? When is the opening of {a}'s place? | 2
        ~ When did {a} sign the papers for the repair café? | 0

        b Did they decide on the job?
        a! They took somebody from outside as head of department. I was second, again.
        b You deserve better than that job, honestly.
        a I have asked to go down to four days, so that I can do the diploma in beekeeping.
        ? Why did {a} ask for fewer hours? | 3
        ? Did {a} become head of the department? | 1
        ~ Which diploma does {a} want to do? | 3

        a! My students handed me a card on the last day before the holidays, I wept in front of thirty teenagers.
        b Teaching is more than a job to you. What did they write?
        a That I was the first grown-up who didn't laugh at them.
        ? What did the pupils tell {a}? | 2
        ? How did {a} react to the card from the class? | 0
        ~ When did {a}'s students hand over a card? | 0

        = What is going on in {a}'s family?
        b How is everybody at home?
        a! Loud! My sister and her three boys moved in with us after the flood.
        b Family is everything. Is there room enough for all?
        a We turned the dining room into a dormitory, they call it the barracks.
        ? Why are relatives living with {a}? | 1
        ? Where do {a}'s nephews sleep? | 3
        ~ Who moved in with {a} after the flood? | 1

        a! Dad asked me whose son I was yesterday. The doctor calls it the middle stage.
        b Oh, that must break your heart. Family is so precious. How do you cope?
        a On good days we sort his stamps, he still knows every country.
        ? What illness does {a}'s father seem to have? | 0
        ? What do {a} and the old man do together? | 2
        ~ What does the doctor call the stage that {a}'s dad is in? | 0

        b So is it true, what your mum posted?
        a! Yes! We were approved as foster parents, a little boy arrives in three weeks.
        b I'm so happy for your family! How do you prepare?
        a I've painted the room green and learned how to braid a safety rope for the loft bed.
        ? When will the foster child come to {a}? | 1
        ? How did {a} get the room ready? | 3
        ~ When does the little boy arrive at the foster home of {a}? | 1

        a! My brother and I are talking again, after six years. He simply stood at the door with a melon.
        b What a moment! Family finds a way. Why had you fallen out?
        a About selling our parents' boat. It sank in the end, by the way.
        ? What was the quarrel between {a} and the brother about? | 2
        ? How long were {a} and the brother not on speaking terms? | 0
        ~ What did {a}'s brother stand at the door with? | 0

        = What has {a} done to the home or garden?
        b Are the builders gone at last?
        a! They left on Friday. The new window over the stairs lets in so much light that I found dust from 1990.
        b Your home must feel brand new! What's next?
        a The bathroom, as soon as I have saved four thousand.
        ? What did the workers put in at {a}'s house? | 1
        ? Which room will {a} renovate next? | 3
        ~ Where did {a} get a new window? | 1

        a! We dug up the lawn and planted nothing but wild flowers. The neighbours held a meeting about it.
        b A garden like that is so good for nature! What did they say?
        a That it lowers the value of their houses. I gave them a jar of honey each.
        ? Why were the people next door upset with {a}? | 2
        ? What did {a} do with the lawn? | 0
        ~ What did {a} plant after digging up the lawn? | 0

        b How is the new place?
        a! Tiny and wonderful. I can reach the fridge from the bed, but I hear an owl each night.
        b A home is what you make it. Do you miss the old flat?
        a Only the bathtub, and Mrs Lindqvist on the ground floor with her gossip.
        ? What does {a} miss about the former apartment? | 3
        ? Which bird can be heard at {a}'s place? | 1
        ~ What can {a} reach from the bed? | 1

        a! The tomatoes on my roof have beaten all records, seventeen kilos since July!
        b You have such a green thumb with your garden! What do you do with so many?
        a My colleague boils sauce out of them and pays me in jars.
        ? How much did {a} harvest? | 0
        ? Who makes use of {a}'s vegetables? | 2
        ~ How many kilos of tomatoes did {a} grow since July? | 0

        = What does {a} do for body and mind?
        b You seem calmer than in spring.
        a! I have been seeing a counsellor every Tuesday since my panic attack on the underground.
        b I'm glad that you look after your health. Does it help?
        a It does, I rode two stops last week, with her on the phone.
        ? Why does {a} go to therapy? | 1
        ? What progress did {a} make with the fear? | 3
        ~ How often does {a} see the counsellor? | 1

        a! Six weeks without a drop of alcohol today. I sleep like a stone.
        b That's a big step for your health! What do you drink at parties?
        a Tonic with a lot of lime, and nobody asks any questions.
        ? How long has {a} been sober? | 0
        ? What does {a} order instead of wine? | 2
        ~ How many weeks has {a} been without a drop of alcohol? | 0

        b What did the eye doctor say?
        a! That I need surgery on the left one before winter, it's a cataract at forty!
        b Health comes first, don't worry. Who looks after you then?
        a My ex-husband offered to drive me, we are friends again.
        ? Which operation is {a} going to have? | 1
        ? Who takes {a} to the hospital? | 3
        ~ When does {a} need surgery on the left eye? | 1

        a! I deleted all of the apps from my phone and bought an alarm clock with hands.
        b A digital detox! I need that for my mental health as well. What changed?
        a I write letters. My uncle in Porto answered with a pressed fig leaf.
        ? What did {a} do against too much screen time? | 0
        ? What did the relative in Portugal send to {a}? | 2
        ~ Which kind of alarm clock did {a} buy? | 0
        """;

    /** Beginnings of turns. */
    static final String OPENERS = """
        Hey {b}!
        Wow, {b}!
        Thanks, {b}!
        Thanks, {b}, that means a lot!
        Totally, {b}.
        I know what you mean.
        Glad you asked!
        Yeah, for sure.
        Oh, where do I start?
        Good to hear from you, {b}!
        You know me, {b}.
        Honestly?
        """;

    /** Ends of turns. */
    static final String CLOSERS = """
        How about you?
        What do you think?
        It means so much to me.
        I'm so grateful for it.
        Life is full of surprises!
        It really made my day.
        I'll send you a photo later.
        You should come and see for yourself!
        I still can't believe it.
        Time flies, doesn't it?
        """;

    /** Remarks of either speaker on the same topic without facts; one line for each topic, in their order. */
    static final String ECHOES = """
        Painting always calms me down, I wish I had your talent, {b}. | Art is such a great way to show what we feel. | I did a little drawing the other day, nothing special.
        Pets bring so much joy into a home. | My dog and my cat keep me busy all day, {b}! | Animals love us the way we are.
        I'd love to travel somewhere with you one day, {b}. | Nothing beats a trip with the family. | I've been dreaming of mountains and trains lately.
        Volunteering gives life a meaning, doesn't it? | It's so inspiring how you help people, {b}. | I wish I had more time to support others.
        I haven't done any sport in weeks. | Running clears my head like nothing else. | Keep training, {b}, you'll win next time!
        I love curling up with a good book on a rainy evening. | Any book tips for me, {b}? | Reading is the cheapest way to travel.
        Music is my therapy, {b}. | I had the radio on all day, singing along. | I wish I could play an instrument.
        I'm hungry now, your cooking sounds delicious, {b}! | I tried a new recipe yesterday, it was fine. | Baking together is the best part of the holidays.
        Work has been so busy this week. | My boss is on holiday, so the office is quiet at last. | I believe in you and your job, {b}!
        Family comes first, always. | My sister and my parents say hi, {b}! | Spending time with the kids is the best.
        My home is a mess at the moment. | I need to do something about my garden as well, {b}. | The neighbours are painting their house.
        I should look after my health more. | Take it one day at a time, {b}. | Sleep is so important, isn't it?
        """;

    /** Repeats words of the other speaker's last turn. */
    static final String REACTIONS = """
        The {x} and the {y}, that sounds amazing!
        {x}, wow! And {y}! You always surprise me, {b}.
        I keep smiling about the {x}. Tell me more about the {y} some day!
        Who would have thought, {x} of all things. Good for you, {b}.
        I can picture it, {y}, {x} and all.
        """;

    /** Repeats words of the other speaker's much earlier turn. */
    static final String REMINDERS = """
        By the way, I told my colleagues about your {x} and the {y}.
        I was thinking of you and the {x} the other day, {b}.
        How is it with the {x} and {y} by now?
        Remember when you told me of the {y}? It reminded me of {x}, too.
        Last night I dreamt of {x} and {y}, you're a bad influence, {b}.
        """;

    private LongDialogueCards() {}
}
