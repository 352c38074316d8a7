package dev.guildhall.app;

/**
 * Parts of conversations: a line of {@code a} tells a fact, {@code b} is the other speaker; {@code ?} is a question
 * asked long afterwards, in other words where that is natural, with the numbers of the turns that contain the answer.
 * Cards of one topic come in pairs, one for each speaker, so that the speaker matters. {@code {a}} and {@code {b}}
 * stand for names.
 */
final class DialogueCards {
    static final String FIRST = """
        b How did the thing at the community centre turn out?
        a It was packed! I gave my talk about recycling to around forty people yesterday and nobody fell asleep.
        b That takes guts, well done.
        ? When did {a} give a talk about recycling? | 1
        ? How many people came to hear {a} speak? | 1

        b You sounded nervous on the phone. Is everything alright at work?
        a I handed in my notice last Friday. I couldn't stand the night shifts any longer.
        b Wow, big step! What are you going to do instead?
        a I want to train as a nurse, there's a course that starts in September.
        ? Why did {a} quit the job? | 1
        ? What does {a} want to become? | 3

        b Did you end up adopting from that shelter?
        a We did! She's a three-legged cat and we called her Pepper.
        b Aww, I love that. How is she settling in?
        a She hides under the sofa most of the day, but comes out for tuna.
        ? What is the name of {a}'s pet? | 1
        ? What food lures {a}'s cat out of hiding? | 3

        a Look at this mess, my puppy chewed both of my running shoes.
        b Oh no! Is that the beagle?
        a Yep, Bruno. We got him two months ago and he has eaten half of the house.
        ? What breed is {a}'s dog? | 1 2
        ? How long has {a} had Bruno? | 2

        b So what did you do with the long weekend?
        a My brother and I drove up to the lake and slept in a tent. It poured the whole second night!
        b Ha, that sounds like an adventure.
        a We saw a moose at dawn though, so no regrets.
        ? Where did {a} go camping? | 1
        ? Which animal did {a} spot on the camping trip? | 3

        a I finally booked it. Two weeks in Portugal, all by myself.
        b Jealous! Which part?
        a Lisbon first, then along the coast down to Lagos. I leave on the 3rd of June.
        ? Which country is {a} going to visit alone? | 0
        ? When does {a}'s holiday begin? | 2

        b How's the ceramics class going?
        a Slow but fun. My first bowl cracked in the kiln, the second one came out a lovely blue.
        b Could you make me one?
        a For your birthday, I promise.
        ? What happened to the first bowl that {a} made? | 1
        ? What did {a} promise to make as a present? | 2 3

        b Are you still painting?
        a Nearly every evening. I just finished a sunset over the harbour and hung it in the hallway.
        b Send me a picture of it!
        ? What did {a} paint most recently? | 1
        ? Where does {a}'s picture of the sunset hang? | 1

        b You said that you had news about your sister?
        a She's expecting twins! Due in late November.
        b Congratulations, you'll be an aunt or uncle twice over!
        ? When will the sister of {a} have her babies? | 1

        b How is your mom doing after the operation?
        a Much better, thanks. The new hip works and she walked round the block on Tuesday.
        b What a relief.
        ? What surgery did {a}'s mother have? | 1

        a I can't come to the seafood place, shrimps would put me in hospital.
        b Right, I forgot that you're allergic! Pizza then?
        a Pizza is perfect.
        ? What food makes {a} ill? | 0 1

        a The doctor told me to stay away from milk and cheese for a while.
        b That's rough. Is it your stomach again?
        a Yes, turns out that I don't digest lactose well.
        ? Why does {a} avoid dairy? | 0 2

        b What are you reading these days?
        a A biography of Marie Curie that my uncle lent me. I can't put it down.
        b Noted, I need something new for the train.
        ? Whose life is {a} reading about? | 1
        ? Who gave {a} the biography? | 1

        b Any book that you would recommend?
        a The Left Hand of Darkness. I have read it three times and cried each time.
        b Sold.
        ? Which novel does {a} recommend? | 1
        ? How often has {a} read the favourite novel? | 1

        b Have you heard back about the apartment?
        a We got it! Third floor, no lift, but there is a balcony facing the park.
        b When do you move?
        a On the first of next month. I'd love a hand with the piano.
        ? What can be seen from {a}'s new balcony? | 1
        ? When is {a} moving house? | 3

        a My landlord wants to sell, so I have to look for a new flat before Christmas.
        b That's awful timing. Do you know where you would like to live?
        a Somewhere near the river, and cheaper if possible.
        ? Why must {a} find another place to live? | 0
        ? Which area would {a} like to live in? | 2

        b How was the marathon?
        a Brutal. I finished in four hours and twelve minutes and could not climb stairs for days.
        b Still, you finished it! I'm proud of you.
        ? How fast did {a} run the marathon? | 1

        a I joined the swimming club round the corner, they train on Mondays and Thursdays.
        b Good for you, how far do you swim?
        a Two kilometres by now. In spring I barely managed ten lengths.
        ? Which days does {a} swim? | 0
        ? What distance can {a} swim? | 2

        b You look tired, rough night?
        a The baby has got her first tooth, nobody slept.
        b Poor little Ella. Poor you!
        ? Why was {a} so exhausted? | 1
        ? What is the name of {a}'s baby? | 2

        a My son started school this week, he carried a backpack as big as himself.
        b They grow so fast! Did he cry?
        a No, but I did, in the car.
        ? Who began going to school? | 0
        ? How did {a} react to the first day at school? | 2
        """;

    static final String SECOND = """
        b How did your interview go?
        a They offered me the job on the spot! I'm going to be a gardener at the botanical garden.
        b That's fantastic, you will love it.
        ? What is {a}'s new occupation? | 1
        ? Where is {a} going to work? | 1

        a I got the promotion! I'm leading a team of six from next week on.
        b You deserve it after all those late nights.
        ? How large is the team that {a} manages? | 0

        b Are you playing anywhere soon?
        a Our band is on at the Blue Door on Saturday. I wrote two of the songs myself.
        b I'll be there in the front row.
        ? Where does {a}'s band perform? | 1
        ? How many songs did {a} compose? | 1

        a I bought a violin at the flea market on Sunday and now my neighbours hate me.
        b Ha! Have you ever played before?
        a As a child, for five years. My fingers remember more than I do.
        ? What instrument did {a} buy? | 0
        ? How long did {a} learn the violin when young? | 2

        b Did you see the new museum yet?
        a We went there with the kids two days ago. They adored the dinosaur hall, I liked the fossils of ferns.
        b Mine would love that too.
        ? When did {a} take the children to the museum? | 1
        ? What did {a}'s kids like best at the museum? | 1

        a The theatre group picked me for the lead, can you believe it?
        b Which play are you doing?
        a Twelfth Night. I have three weeks to learn all of Viola's lines.
        ? What role did {a} get? | 0 2
        ? Which play will {a} act in? | 2

        b How was dinner with your parents?
        a Tense. I told them that I am not coming back to the farm, and dad did not say a word.
        b That must have been hard, but it's your life.
        ? What did {a} tell the parents? | 1
        ? How did {a}'s father take the news? | 1

        b How is your grandfather?
        a He died in March. I planted an apple tree for him behind the house.
        b I'm so sorry. That's a beautiful way to remember him.
        ? How does {a} honour the memory of grandpa? | 1
        ? When did {a}'s grandfather pass away? | 1

        a We set a date! The wedding is on the 14th of August.
        b At last! Where will you celebrate?
        a In my aunt's barn, with fairy lights and a fiddler.
        ? When is {a} getting married? | 0
        ? Where will {a}'s wedding take place? | 2

        a Tom and I split up a few weeks ago. It was calm, we just want different lives.
        b Oh. Do you want to talk about it?
        a Not yet. Come over and bring ice cream.
        ? Who did {a} break up with? | 0
        ? What should {b} bring along to cheer {a} up? | 2

        b Is that a new bike?
        a Second-hand! I paid eighty euros for it and cycle to the office every day now.
        b Nice, you'll save a fortune on bus tickets.
        ? How does {a} get to work? | 1
        ? How much did {a}'s bicycle cost? | 1

        a My car broke down on the motorway again, so I sold it for scrap.
        b How will you get to the coast now?
        a By train, it's only fifty minutes.
        ? What happened to {a}'s car? | 0
        ? How long is the train ride that {a} takes? | 2

        b Did the charity run raise anything?
        a More than two thousand! All of it goes to the hospice where my neighbour was.
        b Amazing, well done all of you.
        ? What cause did {a} raise money for? | 1

        a I've started to help out at the soup kitchen on Wednesday evenings.
        b What made you do that?
        a I was once in that line myself, when I was nineteen. I want to give something back.
        ? Where does {a} volunteer? | 0
        ? Why does {a} volunteer? | 2

        b What will you cook for the party?
        a My grandma's lamb stew with apricots. The secret is a spoon of cinnamon.
        b My mouth is watering.
        ? What is the secret ingredient of {a}'s stew? | 1

        a I tried to bake sourdough and it came out like a brick.
        b Haha, mine too at first. Did you feed the starter?
        a Apparently not often enough. Third try tomorrow.
        ? What went wrong when {a} baked bread? | 0 2

        b You studied chemistry, didn't you?
        a Two years of it, then I dropped out and learned carpentry from my uncle.
        b I never knew that!
        ? What trade did {a} learn? | 1
        ? What did {a} study before dropping out? | 1

        a I passed! I'm officially allowed to teach Spanish now.
        b Brilliant! When was the exam?
        a The written one in May and the oral one yesterday morning.
        ? Which language may {a} teach? | 0
        ? When did {a} take the oral exam? | 2

        b How is therapy going, if I may ask?
        a It helps. I learned a breathing trick that stops the panic on the underground.
        b I'm glad to hear that.
        ? How does {a} cope with anxiety on the subway? | 1

        a I quit smoking, day thirty today!
        b That's huge! How do you deal with the cravings?
        a Chewing gum, and knitting. I have knitted five scarves.
        ? What bad habit did {a} give up? | 0
        ? What keeps {a} from wanting cigarettes? | 2
        """;

    /** Turns of either speaker between the cards; some contain words of the cards. */
    static final String SMALL_TALK = """
        Hey {b}! Good to hear from you, how have you been?
        Hi {b}, long time no see! What's new with you?
        Thanks, that means a lot to me.
        Thanks!
        Haha, true.
        I totally agree with you, {b}.
        That's so kind of you to say.
        Wow, that looks great!
        The weather has been awful, hasn't it? Rain and more rain.
        I'm swamped with work at the moment, but otherwise fine.
        We should go for a coffee soon, it has been too long.
        Sorry, I have to run, talk to you later!
        Bye {b}, take care!
        You always know how to cheer me up.
        I had such a lazy Sunday, I only watched films and ate.
        My phone is almost dead, I'll write to you tonight.
        It's all about finding some balance, isn't it?
        Family is what keeps me going, you know that.
        The kids are loud today, I can hardly hear myself think.
        I love how you always try new things.
        Music is the best way to relax after a long day at work.
        Animals make everything better.
        I would love to travel more, but money is tight.
        Nothing beats a good meal with friends.
        That reminds me of when we were at school together.
        I'm proud of you, {b}. Keep going!
        How is the family?
        Same here, {b}. One day at a time.
        I saw a dog in the park that looked exactly like a bear.
        I need a holiday. And a new job. And a cat, maybe.
        Did you watch the game? What a disaster.
        I keep saying that I will read more, and then I don't.
        Painting, music, sport, I admire people who have time for a hobby.
        The new cafe at the station has surprisingly good cake.
        """;

    private DialogueCards() {}
}
